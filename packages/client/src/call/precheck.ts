import { flowOf, metaKeys } from "@proviso/manifest";
import type { ImpliedFailureCode, JsonObject, ToolContract } from "@proviso/manifest";
import type { WireResult } from "../connection/connection.ts";
import { bounds, fits, withinMs } from "../connection/bounds.ts";
import { asObject } from "../connection/json.ts";
import { isRefusal, readResponse, unknownTool } from "./read-response.ts";
import type { PreparedCall, GuardParts } from "./guard-parts.ts";
import type { FailedResult } from "./result.ts";

/**
 * Failures that a server knows before it runs a call. Other failures come from running the call, or
 * may pass while a person thinks.
 */
const precheckable = new Set<string>([
  "idempotency_conflict",
  "invalid_input",
  "permission_denied",
  "policy_violation",
  "rate_limit_exceeded",
  "requirement_unmet",
  "step_up_required",
] satisfies readonly ImpliedFailureCode[]);

/**
 * Asks the server, before a person is asked, whether it would refuse the call now. It can only save
 * a question: without a usable response the person is asked. A server whose tool no contract
 * vouches for is not asked, because the person may not want it to see the arguments.
 */
export async function precheck(parts: GuardParts, call: PreparedCall): Promise<FailedResult | undefined> {
  const { subject, request } = call;
  if ("kind" in subject) return undefined;
  try {
    const answer = await askServer(parts, call);
    const failure = answer && readPrecheck(call, subject, answer);
    // The message is a server's text that the model reads.
    if (failure) parts.session.observe(request.tool, flowOf(subject));
    return failure;
  } catch {
    return undefined;
  }
}

async function askServer({ connection }: GuardParts, call: PreparedCall): Promise<WireResult | undefined> {
  const { idempotencyKey: key, signal } = call.options;
  const meta = key === undefined ? {} : { [metaKeys.idempotencyKey]: key };
  const wireCall = { name: call.entry.tool.wireName, input: call.request.input, meta };
  const { ms } = bounds.precheck;
  // Stryker disable next-line OptionalChaining: an exception is no answer either
  const asked = connection.resolve?.(wireCall, { timeoutMs: ms, ...(signal ? { signal } : {}) });
  return asked && withinMs(ms, asked, "the answer");
}

/** Undefined if the response is no refusal, or one that the contract does not list. */
function readPrecheck(
  call: PreparedCall,
  { failureModes }: ToolContract,
  answer: WireResult,
): FailedResult | undefined {
  if (answer.kind === "unknown_tool") return unknownTool(call.request.tool);
  // Stryker disable next-line ConditionalExpression: an exception is no refusal either
  if (!("meta" in answer)) return undefined;
  if (!fits(answer.meta, bounds.precheck.size)) return undefined;
  const meta = answer.kind === "failed" ? answer.meta : refusalIn(answer.meta);
  const { code, message } = asObject(meta[metaKeys.failure]) ?? {};
  const mode = failureModes.find((each) => each.code === code);
  if (!mode || !precheckable.has(mode.code) || !isRefusal(call, meta)) return undefined;
  // Stryker disable next-line ConditionalExpression: an exception is no refusal either
  if (typeof message !== "string") return undefined;
  const result = readResponse(call, { kind: "failed", text: message, meta });
  return result.ok ? undefined : result;
}

/** The server's refusal of the precheck in the form of a refused call. */
function refusalIn(meta: JsonObject): JsonObject {
  const resolution = asObject(meta[metaKeys.resolution]) ?? {};
  const refusal = asObject(resolution["refusal"]);
  return refusal ? { [metaKeys.failure]: refusal, [metaKeys.outcome]: { kind: "refused" } } : {};
}
