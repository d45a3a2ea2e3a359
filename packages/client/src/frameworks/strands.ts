import type { JsonObject } from "@proviso/manifest";
import { FunctionTool } from "@strands-agents/sdk";
import type { BeforeToolCallEvent, JSONSchema, JSONValue, LocalAgent } from "@strands-agents/sdk";
import type { PersonInput } from "../ask/answered-by-person.ts";
import type { ViewSection } from "../ask/request.ts";
import { fingerprintOf } from "../connection/fingerprint.ts";
import { callAfterApproval, frameworkAsks, reviewText } from "./approval.ts";
import type { FrameworkAnswer, FrameworkOptions } from "./approval.ts";
import { askedCalls } from "./asked-calls.ts";
import { failureText } from "./failure-text.ts";
import { type OfferedTool, offeredTools } from "./offered-tools.ts";
import { resultText } from "./result-text.ts";
import type { Guard } from "../call/guard.ts";
import type { ToolSet } from "../tool/tool-set.ts";

export interface StrandsTools {
  readonly tools: FunctionTool[];
  /**
   * Add it with `agent.addHook(BeforeToolCallEvent, hook)`. If a person must approve a call, it interrupts the agent with the
   * tool, the input, the explanations, the `view` of the call and the phrase to type, and cancels the call unless the response
   * is a `PersonInput` with yes. Without the hook, such calls use the guard's own `confirm`.
   */
  readonly hook: (toolCallEvent: BeforeToolCallEvent) => Promise<void>;
}

/** A person's yes to a call. Other hooks may change the call, and models reuse ids. */
type StrandsAnswer = Pick<FrameworkAnswer, "said" | "approval" | "shown">;

/** Answers to running calls, by the id of the agent's tool use. */
type StrandsAnswers = Map<string, StrandsAnswer>;

/**
 * The guard's tools for an `Agent` of the Strands SDK. A failure is thrown, which the SDK turns
 * into an error result. A snapshot that is resumed again makes its approved call once.
 */
export function strandsTools(
  guard: Guard,
  tools: ToolSet = guard.tools,
  options: FrameworkOptions = {},
): StrandsTools {
  const offered = new Map(offeredTools(tools).map((tool) => [tool.name, tool]));
  const strandsAnswers = new WeakMap<LocalAgent, StrandsAnswers>();
  return {
    tools: [...offered.values()].map((tool) => strandsTool(guard, tool, strandsAnswers, options)),
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
  offered: OfferedTool,
  strandsAnswers: WeakMap<LocalAgent, StrandsAnswers>,
  options: FrameworkOptions,
): FunctionTool {
  const { name, description, inputSchema, contract } = offered;
  const asked = askedCalls(guard);
  return new FunctionTool({
    name,
    description,
    inputSchema: inputSchema as JSONSchema,
    async callback(given, { agent, toolUse, cancelSignal: signal }) {
      const input = given as JsonObject;
      const answer = strandsAnswers.get(agent)?.get(toolUse.toolUseId);
      strandsAnswers.get(agent)?.delete(toolUse.toolUseId);
      const approval = await approvalIdOf(contract.name, toolUse.toolUseId, input);
      const result = await (answer?.approval === approval
        ? callAfterApproval(guard, offered, input, useAnswer(answer), { ...options, signal })
        : guard.call(contract.name, input, { signal }));
      if (!result.ok) throw new Error(failureText(result.failure));
      return contract.result ? resultText(contract, result.value) : (result.value as JSONValue);
    },
  });

  /** Equal calls with one id are one interrupt to the SDK: its answer is for the first of them. */
  function useAnswer(answer: StrandsAnswer): FrameworkAnswer {
    const { shown, isUsed } = asked.use(answer.approval);
    return { ...answer, isOurs: shown !== undefined, isUsed };
  }
}

/** Asks by an interrupt. `interrupt` returns when the agent resumes and the hook runs again. */
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
  const approval = await approvalIdOf(offered.contract.name, toolCallEvent.toolUse.toolUseId, input);
  const text = reviewText(review);
  // If something else is to be shown when the agent resumes, the person is asked anew.
  const interruptName = `proviso-approval:${await fingerprintOf({ approval, text })}`;
  const said = askedCalls(guard).interrupt(approval, review, () =>
    toolCallEvent.interrupt<PersonInput | undefined>({ name: interruptName, reason }),
  );
  if (said?.yes === true) return { said, approval, shown: text };
  toolCallEvent.cancel = "declined_by_person: No yes was given. Nothing was done.";
  return undefined;
}

/** The SDK's type for JSON. */
function plainInput({ title, lines }: ViewSection): JSONValue {
  return { title, lines: [...lines] };
}

/** Identifies the approval of a call: hex SHA-256. */
function approvalIdOf(tool: string, toolUseId: string, input: JsonObject): Promise<string> {
  return fingerprintOf({ tool, toolUseId, input });
}
