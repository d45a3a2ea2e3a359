import { ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import type { StructuredToolInterface, ToolRunnableConfig } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import type { JsonObject } from "@proviso/manifest";
import type { PersonSaid } from "./confirm.ts";
import { answeredBy, frameworkAsks } from "./frameworks/approval.ts";
import { failureText } from "./frameworks/failure-text.ts";
import { offeredTools } from "./frameworks/offered-tools.ts";
import type { OfferedTool } from "./frameworks/offered-tools.ts";
import type { Guard } from "./guard.ts";
import type { ToolSet } from "./tool-set.ts";

/** What a graph is interrupted with, for a person to see. Resume with a `PersonSaid`. */
export interface ApprovalInterrupt {
  readonly tool: string;
  readonly input: JsonObject;
  /** Why a person is asked, as sentences. */
  readonly explanations: readonly string[];
  /** What the person has to type, for critical tools. */
  readonly phrase?: string;
}

/**
 * The guard's tools for LangChain and LangGraph. A call that a person must approve interrupts the graph with an
 * `ApprovalInterrupt`, and `new Command({ resume: { yes, phrase } })` answers it; that needs a checkpointer. A failure is
 * a `ToolMessage` with status `error`.
 */
export function langChainTools(guard: Guard, tools: ToolSet = guard.tools): StructuredToolInterface[] {
  return offeredTools(tools).map((offered) => langChainTool(guard, offered));
}

function langChainTool(guard: Guard, offered: OfferedTool): StructuredToolInterface {
  const { name, description, inputSchema, contract } = offered;
  async function run(input: JsonObject, config: ToolRunnableConfig): Promise<string | ToolMessage> {
    const said = await askByInterrupt(guard, offered, input);
    const signal = config.signal ? { signal: config.signal } : {};
    const result = await guard.call(contract.name, input, { ...signal, ...answeredBy(said) });
    if (result.ok) return JSON.stringify(result.value);
    const content = failureText(result.failure);
    const id = config.toolCall?.id;
    return id === undefined ? content : new ToolMessage({ content, name, tool_call_id: id, status: "error" });
  }
  return tool(run, { name, description, schema: inputSchema as never }) as unknown as StructuredToolInterface;
}

/** Runs again from the start when the graph resumes: until then, `interrupt` does not return. */
async function askByInterrupt(
  guard: Guard,
  offered: OfferedTool,
  input: JsonObject,
): Promise<PersonSaid | undefined> {
  const review = await frameworkAsks(guard, offered, input, { takesText: true });
  if (!review) return undefined;
  const { explanations, phrase } = review;
  const shown = { tool: offered.contract.name, input, explanations };
  return interrupt<ApprovalInterrupt, PersonSaid>({ ...shown, ...(phrase === undefined ? {} : { phrase }) });
}
