import { metaKeys } from "@proviso/manifest";
import type { Failure, JsonObject, RetryAdvice, ToolContract } from "@proviso/manifest";
import type { WireResult } from "./connection.ts";
import { asObject, asString } from "./json.ts";
import { outputFault } from "./output-fault.ts";
import { retryIdempotent } from "./policies/retry-idempotent.ts";
import type { FailedResult, PlainResult } from "./result.ts";
import { failed } from "./result.ts";

/** The same answer, whether a tool does not exist, is forbidden, or is not for this caller. */
export function unknownTool(name: string): FailedResult {
  return failed("unknown_tool", `There is no tool \`${name}\`.`);
}

/** No usable answer came. Whether that matters depends on what the call could have done. */
export function noAnswer(contract: ToolContract | undefined, dryRun: boolean, why: string): PlainResult {
  const isHarmless = contract !== undefined && (dryRun || contract.hints.readOnlyHint);
  if (isHarmless) return failed("transport_error", why, { retry: "after" });
  const retry = retryIdempotent(contract, dryRun) ? "sameKey" : "never";
  return failed("outcome_unknown", `${why} Its effects may have happened.`, { retry });
}

/** The server answered, but not as its contract promises. Asking again would not help. */
function brokenPromise(contract: ToolContract, dryRun: boolean, why: string): PlainResult {
  const code = dryRun || contract.hints.readOnlyHint ? "transport_error" : "outcome_unknown";
  return failed(code, `The server did not keep to its contract: ${why}`);
}

/** Reads a server's answer as the contract promises it: a closed list of failures, a plan only for a dry run. */
export function readAnswer(
  name: string,
  contract: ToolContract | undefined,
  dryRun: boolean,
  answer: WireResult,
): PlainResult {
  if (answer.kind === "unknown_tool") return unknownTool(name);
  if (answer.kind === "failed") return readFailure(contract, dryRun, answer.text, answer.meta);
  const note = asObject(answer.meta[metaKeys.outcome]);
  const isPlan = answer.output["dryRun"] === true;
  if (contract?.dryRun && isPlan !== dryRun)
    return brokenPromise(contract, false, "a dry run is not a call.");
  const fault = contract ? outputFault(contract, dryRun, answer.output) : undefined;
  if (contract && fault !== undefined) return brokenPromise(contract, dryRun, fault);
  return { ok: true, value: answer.output, replayed: note?.["replayed"] === true };
}

function readFailure(
  contract: ToolContract | undefined,
  dryRun: boolean,
  text: string,
  meta: JsonObject,
): PlainResult {
  const sent = asObject(meta[metaKeys.failure]);
  const code = asString(sent?.["code"]);
  if (!contract) return failed(code ?? "tool_error", asString(sent?.["message"]) ?? text);
  const mode = contract.failureModes.find((declared) => declared.code === code);
  if (!mode)
    return brokenPromise(contract, dryRun, `undeclared failure \`${code ?? "without code"}\`. ${text}`);
  const details = asObject(sent?.["details"]);
  const failure: Failure = {
    code: mode.code,
    message: asString(sent?.["message"]) ?? text,
    retry: stricterAdvice(mode.retry, retryAdvice(sent?.["retry"])),
    ...(details ? { details } : {}),
  };
  return { ok: false, failure };
}

function retryAdvice(value: unknown): RetryAdvice | undefined {
  return value === "never" || value === "after" || value === "sameKey" ? value : undefined;
}

/** A server may forbid a repetition that the contract allows, and not the other way round. */
function stricterAdvice(declared: RetryAdvice, sent: RetryAdvice | undefined): RetryAdvice {
  return declared === "never" ? "never" : (sent ?? declared);
}
