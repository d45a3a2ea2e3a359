import type { JsonObject } from "@proviso/manifest";
import { FunctionTool } from "@strands-agents/sdk";
import type { BeforeToolCallEvent, JSONSchema, JSONValue, LocalAgent } from "@strands-agents/sdk";
import type { PersonSaid } from "../ask/answered-by-person.ts";
import type { ViewSection } from "../ask/request.ts";
import { fingerprint } from "../connection/fingerprint.ts";
import { answeredBy, frameworkAsks, shownText } from "./approval.ts";
import { failureText } from "./failure-text.ts";
import { offeredTools } from "./offered-tools.ts";
import type { OfferedTool } from "./offered-tools.ts";
import { resultText } from "./result-text.ts";
import type { Guard } from "../call/guard.ts";
import type { ToolSet } from "../tool/tool-set.ts";

export interface StrandsTools {
  readonly tools: FunctionTool[];
  /**
   * Add it with `agent.addHook(BeforeToolCallEvent, hook)`. If a person must approve a call, it interrupts the agent with the
   * tool, the input, the explanations, the `view` of the call and the phrase to type, and cancels the call unless the response
   * is a `PersonSaid` with yes. Without the hook, such calls use the guard's own `confirm`.
   */
  readonly hook: (toolCallEvent: BeforeToolCallEvent) => Promise<void>;
}

/** The person's answer, with tool and input: other hooks may change a call, and models reuse ids. */
interface StrandsAnswer {
  readonly about: string;
  readonly said: PersonSaid;
  readonly shown: string;
}

/** Two equal calls with one id are one interrupt to the SDK: its answer counts for the first of them. */
const usedAnswers = new WeakSet<PersonSaid>();

/** Answers to running calls, by the id of the agent's tool use. */
type StrandsAnswers = Map<string, StrandsAnswer>;

/** The guard's tools for an `Agent` of the Strands SDK. A failure is thrown, which the SDK turns into an error result. */
export function strandsTools(guard: Guard, tools: ToolSet = guard.tools): StrandsTools {
  const offered = new Map(offeredTools(tools).map((tool) => [tool.name, tool]));
  const strandsAnswers = new WeakMap<LocalAgent, StrandsAnswers>();
  return {
    tools: [...offered.values()].map((tool) => strandsTool(guard, tool, strandsAnswers)),
    async hook(toolCallEvent) {
      const { name, toolUseId } = toolCallEvent.toolUse;
      strandsAnswers.get(toolCallEvent.agent)?.delete(toolUseId);
      const tool = offered.get(name);
      const answer = tool && (await askByInterrupt(guard, tool, toolCallEvent));
      if (!answer) return;
      const ofAgent = strandsAnswers.get(toolCallEvent.agent) ?? new Map<string, StrandsAnswer>();
      strandsAnswers.set(toolCallEvent.agent, ofAgent.set(toolUseId, answer));
    },
  };
}

function strandsTool(
  guard: Guard,
  { name, description, inputSchema, contract }: OfferedTool,
  strandsAnswers: WeakMap<LocalAgent, StrandsAnswers>,
): FunctionTool {
  return new FunctionTool({
    name,
    description,
    inputSchema: inputSchema as JSONSchema,
    async callback(input, { agent, toolUse, cancelSignal }) {
      const answer = strandsAnswers.get(agent)?.get(toolUse.toolUseId);
      strandsAnswers.get(agent)?.delete(toolUse.toolUseId);
      const isBound =
        answer &&
        answer.about === (await strandsNameOf(contract.name, input as JsonObject)) &&
        !usedAnswers.has(answer.said);
      if (isBound) usedAnswers.add(answer.said);
      const options = { signal: cancelSignal, ...(isBound && answeredBy(answer.said, answer.shown)) };
      const result = await guard.call(contract.name, input as JsonObject, options);
      if (!result.ok) throw new Error(failureText(result.failure));
      return contract.result ? resultText(contract, result.value) : (result.value as JSONValue);
    },
  });
}

/** Runs again when the agent resumes; before that, `interrupt` does not return. */
async function askByInterrupt(
  guard: Guard,
  offered: OfferedTool,
  toolCallEvent: BeforeToolCallEvent,
): Promise<StrandsAnswer | undefined> {
  const input = toolCallEvent.toolUse.input as JsonObject;
  const review = await frameworkAsks(guard, offered, input, { takesText: true });
  if (!review) return undefined;
  const { explanations, phrase, view = [] } = review;
  const shown = {
    tool: offered.contract.name,
    input,
    explanations: [...explanations],
    view: view.map(plainInput),
  };
  const reason = { ...shown, ...(phrase === undefined ? {} : { phrase }) } as JSONValue;
  const about = await strandsNameOf(offered.contract.name, input);
  const text = shownText(review);
  // If something else is to be shown when the agent resumes, the person is asked anew.
  const interruptName = `proviso-approval:${await fingerprint({ about, text })}`;
  const said = toolCallEvent.interrupt<PersonSaid | undefined>({ name: interruptName, reason });
  if (said?.yes === true) return { about, said, shown: text };
  toolCallEvent.cancel = "declined_by_person: The person declined. Nothing was done.";
  return undefined;
}

/** The SDK's type for JSON. */
function plainInput({ title, lines }: ViewSection): JSONValue {
  return { title, lines: [...lines] };
}

/** Identifies a tool with an input: hex SHA-256. */
function strandsNameOf(tool: string, input: JsonObject): Promise<string> {
  return fingerprint({ tool, input });
}
