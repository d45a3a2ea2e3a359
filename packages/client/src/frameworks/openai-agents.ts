import type { JsonObject } from "@proviso/manifest";
import { tool } from "@openai/agents";
import type { FunctionTool, RunContext } from "@openai/agents";
import { answeredBy, frameworkAsks } from "./approval.ts";
import { askedCalls } from "./asked-calls.ts";
import { failureText } from "./failure-text.ts";
import { offeredTools } from "./offered-tools.ts";
import type { OfferedTool } from "./offered-tools.ts";
import { resultText } from "./result-text.ts";
import type { Guard } from "../call/guard.ts";
import type { ToolSet } from "../tool/tool-set.ts";

/**
 * The guard's tools for an `Agent` of the OpenAI Agents SDK. A call that a person must approve interrupts the run, and is
 * approved or rejected on its state. `alwaysApprove` does not approve later requests. The SDK's approval carries no text:
 * critical tools, which need a phrase, use the guard's own `confirm`.
 */
export function openAiAgentsTools(guard: Guard, tools: ToolSet = guard.tools): FunctionTool[] {
  return offeredTools(tools).map((offered) => openAiAgentsTool(guard, offered));
}

function openAiAgentsTool(guard: Guard, offered: OfferedTool): FunctionTool {
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
    async execute(input, context, details) {
      const callId = details?.toolCall?.callId;
      const signal = details?.signal ? { signal: details.signal } : {};
      const answer =
        callId !== undefined && !contract.dryRun && isApprovedAlone(context, name, callId)
          ? yesTo(callId)
          : {};
      const result = await guard.call(contract.name, input as JsonObject, { ...signal, ...answer });
      return result.ok ? resultText(contract, result.value) : failureText(result.failure);
    },
  });

  /** A saved run can be resumed twice: its yes counts once. */
  function yesTo(callId: string): ReturnType<typeof answeredBy> {
    const { shown, isUsed } = asked.use(callId);
    return isUsed ? {} : answeredBy({ yes: true }, shown);
  }
}

/** Whether a person approved this very call, not all calls of the tool. */
function isApprovedAlone(context: RunContext | undefined, toolName: string, callId: string): boolean {
  if (!context) return false;
  const { approvals } = context.toJSON();
  const approved = approvals[toolName]?.approved;
  return Array.isArray(approved) && approved.includes(callId);
}
