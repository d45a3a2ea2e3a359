import type { JsonObject } from "@proviso/manifest";
import { type ModelMessage, type ToolApprovalResponse, type ToolSet as AiTools, jsonSchema, tool } from "ai";
import { fingerprintOf } from "../connection/fingerprint.ts";
import { type FrameworkAnswer, type FrameworkOptions, callAfterApproval, frameworkAsks } from "./approval.ts";
import { askedCalls } from "./asked-calls.ts";
import { failureText } from "./failure-text.ts";
import { type OfferedTool, offeredTools } from "./offered-tools.ts";
import { resultText } from "./result-text.ts";
import type { Guard } from "../call/guard.ts";
import type { ToolSet } from "../tool/tool-set.ts";

/**
 * The guard's tools for `generateText`, `streamText` and agents of the Vercel AI SDK. A call that a person must approve becomes
 * a `tool-approval-request`; the response's `reason` is the typed phrase of a critical tool. A failure is thrown, and the SDK
 * passes it to the model as a tool error. A conversation that is sent again makes its approved call once.
 */
export function aiSdkTools(
  guard: Guard,
  tools: ToolSet = guard.tools,
  options: FrameworkOptions = {},
): AiTools {
  return Object.fromEntries(
    offeredTools(tools).map((offered) => [offered.name, aiSdkTool(guard, offered, options)]),
  );
}

function aiSdkTool(guard: Guard, offered: OfferedTool, options: FrameworkOptions): AiTools[string] {
  const { contract, description, inputSchema } = offered;
  const asked = askedCalls(guard);
  return tool({
    description,
    inputSchema: jsonSchema<JsonObject>(inputSchema),
    async needsApproval(input, { toolCallId, messages }) {
      const review = await frameworkAsks(guard, offered, input, { takesText: true });
      // The SDK asks again when the answer is there.
      if (review && !responseTo(toolCallId, messages)) asked.remember(toolCallId, review);
      return review !== undefined;
    },
    async execute(input, { toolCallId, messages, abortSignal }) {
      const response = contract.dryRun ? undefined : responseTo(toolCallId, messages);
      const signal = abortSignal ? { signal: abortSignal } : {};
      const result = await (response
        ? callAfterApproval(guard, offered, input, await answerOf(response, toolCallId), {
            ...options,
            ...signal,
          })
        : guard.call(contract.name, input, signal));
      if (!result.ok) throw new Error(failureText(result.failure));
      return result.value;
    },
    // The host gets the blocks, and the model their text.
    ...(contract.result
      ? {
          toModelOutput: ({ output }: { readonly output: JsonObject }) => ({
            type: "text" as const,
            value: resultText(contract, output),
          }),
        }
      : {}),
  });

  /** The SDK chose the approval's id, so it needs no input: the server refuses another one. */
  async function answerOf(
    { approvalId, approved, reason }: ToolApprovalResponse,
    toolCallId: string,
  ): Promise<FrameworkAnswer> {
    const approval = await fingerprintOf({ tool: contract.name, approvalId });
    const said = { yes: approved, ...(reason === undefined ? {} : { phrase: reason }) };
    return { said, ...asked.useAnswer(approval, toolCallId) };
  }
}

/** Only the last message counts: older responses have been used. */
function responseTo(toolCallId: string, messages: readonly ModelMessage[]): ToolApprovalResponse | undefined {
  const last = messages.at(-1);
  if (last?.role !== "tool") return undefined;
  const approvalId = messages
    .flatMap((message) =>
      message.role === "assistant" && Array.isArray(message.content) ? message.content : [],
    )
    .findLast((part) => part.type === "tool-approval-request" && part.toolCallId === toolCallId);
  if (approvalId?.type !== "tool-approval-request") return undefined;
  const response = last.content.find(
    (part) => part.type === "tool-approval-response" && part.approvalId === approvalId.approvalId,
  );
  return response?.type === "tool-approval-response" ? response : undefined;
}
