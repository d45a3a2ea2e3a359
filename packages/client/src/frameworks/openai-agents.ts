import type { JsonObject } from "@proviso/manifest";
import { type FunctionTool, type RunContext, tool } from "@openai/agents";
import { fingerprintOf } from "../connection/fingerprint.ts";
import { type FrameworkAnswer, type FrameworkOptions, callAfterApproval, frameworkAsks } from "./approval.ts";
import { askedCalls } from "./asked-calls.ts";
import { failureText } from "./failure-text.ts";
import { type OfferedTool, offeredTools } from "./offered-tools.ts";
import { resultText } from "./result-text.ts";
import type { Guard } from "../call/guard.ts";
import type { ToolSet } from "../tool/tool-set.ts";

/**
 * The guard's tools for an `Agent` of the OpenAI Agents SDK. A call that a person must approve interrupts the run, and is
 * approved or rejected on its state. `alwaysApprove` does not approve later requests. The SDK's approval carries no text:
 * critical tools, which need a phrase, use the guard's own `confirm`. A saved run that is resumed again makes its approved call once.
 */
export function openAiAgentsTools(
  guard: Guard,
  tools: ToolSet = guard.tools,
  options: FrameworkOptions = {},
): FunctionTool[] {
  return offeredTools(tools).map((offered) => openAiAgentsTool(guard, offered, options));
}

function openAiAgentsTool(guard: Guard, offered: OfferedTool, options: FrameworkOptions): FunctionTool {
  const { name, description, inputSchema, contract } = offered;
  const asked = askedCalls(guard);
  return tool({
    name,
    description,
    // The SDK's type describes less than it accepts.
    parameters: inputSchema as never,
    strict: false,
    async needsApproval(context, input, callId) {
      const review = await frameworkAsks(guard, offered, input as JsonObject, { takesText: false });
      // The SDK asks again when the run resumes.
      if (review && callId !== undefined && !isApprovedAlone(context, name, callId))
        asked.remember(callId, review);
      return review !== undefined;
    },
    async execute(given, context, details) {
      const input = given as JsonObject;
      const item = details?.toolCall;
      const signal = details?.signal ? { signal: details.signal } : {};
      const isApproved = item && !contract.dryRun && isApprovedAlone(context, name, item.callId);
      const result = await (isApproved
        ? callAfterApproval(guard, offered, input, await yesTo(item, input), { ...options, ...signal })
        : guard.call(contract.name, input, signal));
      return result.ok ? resultText(contract, result.value) : failureText(result.failure);
    },
  });

  /** Some models reuse call ids in another run, so the response's id and the input count too. */
  async function yesTo({ callId, id }: CallItem, input: JsonObject): Promise<FrameworkAnswer> {
    const approval = await fingerprintOf({ tool: contract.name, callId, id: id ?? null, input });
    return { said: { yes: true }, ...asked.useAnswer(approval, callId) };
  }
}

/** The ids of a model's call. With Chat Completions, `id` is that of the model's response. */
type CallItem = { readonly callId: string; readonly id?: string | undefined };

/** Whether a person approved this very call, not all calls of the tool. */
function isApprovedAlone(context: RunContext | undefined, toolName: string, callId: string): boolean {
  if (!context) return false;
  const { approvals } = context.toJSON();
  const approved = approvals[toolName]?.approved;
  return Array.isArray(approved) && approved.includes(callId);
}
