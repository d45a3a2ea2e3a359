import { ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import type { StructuredToolInterface, ToolRunnableConfig } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import type { JsonObject } from "@proviso/manifest";
import type { PersonSaid } from "./ask/answered-by-person.ts";
import type { ViewSection } from "./ask/request.ts";
import { fingerprint } from "./json/fingerprint.ts";
import { answeredBy, frameworkAsks } from "./frameworks/approval.ts";
import { failureText } from "./frameworks/failure-text.ts";
import { offeredTools } from "./frameworks/offered-tools.ts";
import type { OfferedTool } from "./frameworks/offered-tools.ts";
import { resultText } from "./frameworks/result-text.ts";
import type { Guard } from "./guard/guard.ts";
import type { PlainResult } from "./call/result.ts";
import type { ToolSet } from "./tool/tool-set.ts";

/** What a graph is interrupted with, for a person to see. Resume with an `ApprovalAnswer`. */
export interface ApprovalInterrupt {
  /** Of this tool, this input and this position in the graph. */
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Why a person is asked, as sentences. */
  readonly explanations: readonly string[];
  /** All that is approved, as lines of text that no argument can forge; see `CallRequest.view`. */
  readonly view: readonly ViewSection[];
  /** What the person has to type, for critical tools. */
  readonly phrase?: string;
}

/** `id` is that of the interrupt that the person saw: LangGraph hands out answers by their order alone. */
export interface ApprovalAnswer extends PersonSaid {
  readonly id: string;
}

/** What is remembered of calls in graphs, by the ids of their interrupts. */
interface Memory {
  /** What came of those that change something. */
  readonly sent: Map<string, Promise<PlainResult>>;
  readonly answers: Map<string, ApprovalAnswer>;
}

/**
 * The guard's tools for LangChain and LangGraph. A call that a person must approve interrupts the graph with an
 * `ApprovalInterrupt`, and `new Command({ resume: { id, yes, phrase } })` answers it; that needs a checkpointer. A graph
 * runs a node again from its start when it resumes: with the same tools, what was sent is not sent again, and equal calls
 * under one id are one. A failure is a `ToolMessage` with status `error`.
 */
export function langChainTools(guard: Guard, tools: ToolSet = guard.tools): StructuredToolInterface[] {
  const memory: Memory = { sent: new Map(), answers: new Map() };
  return offeredTools(tools).map((offered) => langChainTool(guard, offered, memory));
}

function langChainTool(guard: Guard, offered: OfferedTool, memory: Memory): StructuredToolInterface {
  const { name, description, inputSchema, contract } = offered;
  async function run(input: JsonObject, config: ToolRunnableConfig): Promise<string | ToolMessage> {
    const position = positionOf(config);
    const id = await fingerprint({ tool: contract.name, input, position: position ?? crypto.randomUUID() });
    const result = await (memory.sent.get(id) ?? send(id, position !== undefined, input, config));
    if (result.ok) return resultText(contract, result.value);
    const content = failureText(result.failure);
    const callId = config.toolCall?.id;
    if (callId === undefined) return content;
    return new ToolMessage({ content, name, tool_call_id: callId, status: "error" });
  }
  async function send(
    id: string,
    isPlaced: boolean,
    input: JsonObject,
    { signal }: ToolRunnableConfig,
  ): Promise<PlainResult> {
    const said = await askByInterrupt(guard, offered, input, { id, memory });
    // While this call was reviewed, an equal one with the same id may have been sent.
    const earlier = memory.sent.get(id);
    if (earlier) return earlier;
    const result = guard.call(contract.name, input, { ...(signal ? { signal } : {}), ...answeredBy(said) });
    if (isPlaced && !contract.hints.readOnlyHint) memory.sent.set(id, result);
    return result;
  }
  return tool(run, { name, description, schema: inputSchema as never }) as unknown as StructuredToolInterface;
}

/** Where in which graph a call stands, the same when its node runs again; undefined where no node can. */
function positionOf({ configurable, toolCall }: ToolRunnableConfig): JsonObject | undefined {
  const { thread_id: thread, checkpoint_ns: task } = configurable ?? {};
  if (thread === undefined || typeof task !== "string") return undefined;
  return { thread: String(thread), task, call: toolCall?.id ?? null };
}

/** Runs again from the start when the graph resumes: until then, `interrupt` does not return. */
async function askByInterrupt(
  guard: Guard,
  offered: OfferedTool,
  input: JsonObject,
  { id, memory }: { readonly id: string; readonly memory: Memory },
): Promise<PersonSaid | undefined> {
  const review = await frameworkAsks(guard, offered, input, { takesText: true });
  if (!review) return undefined;
  const { explanations, phrase, view = [] } = review;
  const shown = { id, tool: offered.contract.name, input, explanations, view };
  // Calls of one node get its answers in the order in which they ask, so this may be one to another.
  while (!memory.answers.has(id)) {
    const answer = interrupt<ApprovalInterrupt, ApprovalAnswer | undefined>({
      ...shown,
      ...(phrase === undefined ? {} : { phrase }),
    });
    if (answer) memory.answers.set(String(answer.id), answer);
  }
  const answer = memory.answers.get(id);
  memory.answers.delete(id);
  return answer;
}
