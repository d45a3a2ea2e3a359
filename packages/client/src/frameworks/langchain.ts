import { ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, type ToolRunnableConfig, tool } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import type { JsonObject } from "@proviso/manifest";
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
import type { PlainResult } from "../call/result.ts";
import type { ToolSet } from "../tool/tool-set.ts";

/** The value with which a graph is interrupted. Resume with an `ApprovalAnswer`. */
export interface ApprovalInterrupt {
  /** Identifies the tool, the input, the position in the graph and what is shown. */
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Why a person is asked, as sentences. */
  readonly explanations: readonly string[];
  /** Everything that is approved, as lines that no argument can forge; see `CallRequest.view`. */
  readonly view: readonly ViewSection[];
  /** What the person has to type, for critical tools. */
  readonly phrase?: string;
}

/** `id` is that of the interrupt that the person saw: LangGraph assigns answers by order alone. */
export interface ApprovalAnswer extends PersonInput {
  readonly id: string;
}

/** State of calls in graphs, by the ids of their interrupts. */
interface InterruptMemory {
  /** The results of calls with effects. */
  readonly sent: Map<string, Promise<PlainResult>>;
  readonly answers: Map<string, ApprovalAnswer>;
}

/**
 * The guard's tools for LangChain and LangGraph. A call that a person must approve interrupts the graph with an
 * `ApprovalInterrupt`, and `new Command({ resume: { id, yes, phrase } })` answers it; this needs a checkpointer. When a graph
 * resumes, it runs a node again from its start: with the same tools, calls that were sent are not sent again. With other tools, as in
 * another process, they have the same idempotency key, so a server that enforces contracts does not do them again. Equal calls with one
 * id are one. A failure is a `ToolMessage` with status `error`.
 */
export function langChainTools(
  guard: Guard,
  tools: ToolSet = guard.tools,
  options: FrameworkOptions = {},
): StructuredToolInterface[] {
  const interruptMemory: InterruptMemory = { sent: new Map(), answers: new Map() };
  return offeredTools(tools).map((offered) => langChainTool(guard, offered, interruptMemory, options));
}

function langChainTool(
  guard: Guard,
  offered: OfferedTool,
  interruptMemory: InterruptMemory,
  options: FrameworkOptions,
): StructuredToolInterface {
  const { name, description, inputSchema, contract } = offered;
  async function run(input: JsonObject, runConfig: ToolRunnableConfig): Promise<string | ToolMessage> {
    const position = interruptPositionOf(runConfig);
    const id = await fingerprintOf({ tool: contract.name, input, position: position ?? crypto.randomUUID() });
    const result = await (interruptMemory.sent.get(id) ?? send(id, position !== undefined, input, runConfig));
    if (result.ok) return resultText(contract, result.value);
    const content = failureText(result.failure);
    const callId = runConfig.toolCall?.id;
    if (callId === undefined) return content;
    return new ToolMessage({ content, name, tool_call_id: callId, status: "error" });
  }
  async function send(
    id: string,
    isPlaced: boolean,
    input: JsonObject,
    { signal }: ToolRunnableConfig,
  ): Promise<PlainResult> {
    const answer = await askByInterrupt(guard, offered, input, { id, memory: interruptMemory });
    // During the review, an equal call with the same id may have been sent.
    const earlier = interruptMemory.sent.get(id);
    if (earlier) return earlier;
    const isOnce = isPlaced && !contract.hints.readOnlyHint;
    // The node may run again in another process; the server recognizes the key.
    const key = isOnce ? { idempotencyKey: id } : {};
    const given = signal ? { signal } : {};
    const result = answer
      ? callAfterApproval(guard, offered, input, answer, { ...options, ...given })
      : guard.call(contract.name, input, { ...given, ...key });
    if (isOnce) interruptMemory.sent.set(id, result);
    return result;
  }
  return tool(run, { name, description, schema: inputSchema as never }) as unknown as StructuredToolInterface;
}

/** The position of a call in a graph, equal when its node runs again; undefined outside. */
function interruptPositionOf({ configurable, toolCall }: ToolRunnableConfig): JsonObject | undefined {
  const { thread_id: thread, checkpoint_ns: task } = configurable ?? {};
  if (thread === undefined || typeof task !== "string") return undefined;
  return { thread: String(thread), task, call: toolCall?.id ?? null };
}

/** Asks by an interrupt. The node runs again from its start when the graph resumes; before that, `interrupt` does not return. */
async function askByInterrupt(
  guard: Guard,
  offered: OfferedTool,
  input: JsonObject,
  { id: call, memory }: { readonly id: string; readonly memory: InterruptMemory },
): Promise<FrameworkAnswer | undefined> {
  const review = await frameworkAsks(guard, offered, input, { takesText: true });
  if (!review) return undefined;
  const { explanations, phrase, view = [] } = review;
  const text = reviewText(review);
  // If something else is to be shown when the graph resumes, the person is asked anew.
  const id = await fingerprintOf({ call, text });
  const shown = { id, tool: offered.contract.name, input, explanations, view };
  const asked = askedCalls(guard);
  const value = { ...shown, ...(phrase === undefined ? {} : { phrase }) };
  // Calls of a node get answers in the order in which they ask: one may be another call's.
  while (!memory.answers.has(id)) {
    const answer = asked.interrupt(id, review, () =>
      interrupt<ApprovalInterrupt, ApprovalAnswer | undefined>(value),
    );
    if (answer) memory.answers.set(String(answer.id), answer);
  }
  const said = memory.answers.get(id) ?? { yes: false };
  memory.answers.delete(id);
  const mine = asked.use(id);
  // A node that runs again brings the answer again, and the server its stored outcome.
  const isUsed = mine.isUsed && !guard.serverKnowsKeys;
  return { said, approval: call, shown: text, isOurs: mine.shown !== undefined, isUsed };
}
