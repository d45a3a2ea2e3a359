import type { JsonObject } from "@proviso/manifest";
import { jsonSchema, tool } from "ai";
import type { ModelMessage, ToolApprovalResponse, ToolSet as AiTools } from "ai";
import type { PersonSaid } from "../ask/answered-by-person.ts";
import { answeredBy, frameworkAsks } from "./approval.ts";
import { askedCalls } from "./asked-calls.ts";
import { failureText } from "./failure-text.ts";
import { offeredTools } from "./offered-tools.ts";
import type { OfferedTool } from "./offered-tools.ts";
import { resultText } from "./result-text.ts";
import type { Guard } from "../call/guard.ts";
import type { ToolSet } from "../tool/tool-set.ts";

/** Ids of used approvals. A conversation may be sent twice; each approval counts once. */
const usedApprovals = new WeakMap<Guard, Set<string>>();

/**
 * The guard's tools for `generateText`, `streamText` and agents of the Vercel AI SDK. A call that a person must approve becomes
 * a `tool-approval-request`; the response's `reason` is the typed phrase of a critical tool. A failure is thrown, and the SDK
 * passes it to the model as a tool error.
 */
export function aiSdkTools(guard: Guard, tools: ToolSet = guard.tools): AiTools {
  return Object.fromEntries(offeredTools(tools).map((offered) => [offered.name, aiSdkTool(guard, offered)]));
}

function aiSdkTool(guard: Guard, offered: OfferedTool): AiTools[string] {
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
      const said = contract.dryRun ? undefined : approvalOf(guard, toolCallId, messages);
      const signal = abortSignal ? { signal: abortSignal } : {};
      const answer = said ? answeredBy(said, asked.use(toolCallId).shown) : {};
      const result = await guard.call(contract.name, input, { ...signal, ...answer });
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
}

/** What a person said to the request about this call. */
function approvalOf(
  guard: Guard,
  toolCallId: string,
  messages: readonly ModelMessage[],
): PersonSaid | undefined {
  const response = responseTo(toolCallId, messages);
  if (!response || !useApprovalOnce(guard, response.approvalId)) return undefined;
  const { approved, reason } = response;
  return { yes: approved, ...(reason === undefined ? {} : { phrase: reason }) };
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

/** Whether this is the first use of an approval with this guard. */
function useApprovalOnce(guard: Guard, approvalId: string): boolean {
  const ids = usedApprovals.get(guard) ?? new Set<string>();
  usedApprovals.set(guard, ids);
  const isFirst = !ids.has(approvalId);
  ids.add(approvalId);
  return isFirst;
}
