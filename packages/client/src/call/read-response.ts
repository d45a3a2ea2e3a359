import { metaKeys } from "@proviso/manifest";
import type { Failure, JsonObject, RetryAdvice, ToolContract } from "@proviso/manifest";
import { bounds, cutText } from "../connection/bounds.ts";
import type { WireResult } from "../connection/connection.ts";
import { asObject, asString } from "../connection/json.ts";
import type { OutputCheck } from "./output-check.ts";
import { retryIdempotent } from "../decide/retry-idempotent.ts";
import { editsInNote } from "./read-edits.ts";
import { type Subject, reliedOn } from "../tool/subject.ts";
import { approvalPending, linksRequired } from "./waiting-response.ts";
import { type FailedResult, type PlainResult, failed } from "./result.ts";

/** Returns the failure for a tool that is unknown, forbidden or hidden: all three are equal. */
export function unknownTool(name: string): FailedResult {
  return failed("unknown_tool", `There is no tool \`${name}\`.`);
}

/** A response as it is read: one that waits is put into our own words first. */
type ReadableResponse = Exclude<WireResult, { readonly kind: "links_required" }>;

/** The call that a response belongs to. */
export interface RequestedCall {
  readonly subject: Subject;
  readonly contract: ToolContract | undefined;
  readonly outputFault: OutputCheck;
  readonly dryRun: boolean;
  readonly request: { readonly tool: string };
}

/** The failure if no usable response came. It depends on what the call may have done. */
export function noResponse({ subject, dryRun }: RequestedCall, why: string): PlainResult {
  if (isHarmless(subject, dryRun)) return failed("transport_error", why, { retry: "after" });
  const retry = retryIdempotent(subject, dryRun) ? "sameKey" : "never";
  return failed("outcome_unknown", `${why} Its effects may have happened.`, { retry });
}

function isHarmless(subject: Subject, dryRun: boolean): boolean {
  const facts = reliedOn(subject);
  return facts !== undefined && (dryRun || facts.hints.readOnlyHint);
}

/** The response violates the contract. A retry would not help. */
function brokenPromise(call: RequestedCall, why: string, meta: JsonObject = {}): PlainResult {
  const didNothing = isHarmless(call.subject, call.dryRun) || isRefusal(call, meta);
  const code = didNothing ? "transport_error" : "outcome_unknown";
  return failed(code, cutText(`The server did not keep to its contract: ${why}`, bounds.message));
}

/**
 * Reads a response according to the pinned contract: only listed failures, a plan only for a dry
 * run, an output that fits the pinned schema. This holds even if the server's current definition
 * differs, because typed code must not get values outside its types.
 */
export function readResponse(call: RequestedCall, answer: ReadableResponse): PlainResult {
  const { contract, dryRun } = call;
  if (answer.kind === "unknown_tool") return unknownTool(call.request.tool);
  if (answer.kind === "invalid_input") return invalidInputFailure(call, answer.message);
  if (answer.kind === "failed") return readFailure(call, answer.text, answer.meta);
  const note = asObject(answer.meta[metaKeys.outcome]);
  const isPlan = answer.output["dryRun"] === true;
  if (contract?.dryRun && isPlan !== dryRun)
    return brokenPromise({ ...call, dryRun: false }, "a dry run is not a call.");
  const value = contract?.result && !dryRun ? contentOfResponse(contract, answer) : answer.output;
  const fault = call.outputFault(dryRun, value);
  if (fault !== undefined) return brokenPromise(call, fault);
  const alreadyDone = dryRun && note?.["alreadyDone"] === true ? ({ alreadyDone: true } as const) : {};
  return { ok: true, value, replayed: note?.["replayed"] === true, ...alreadyDone, ...editsInNote(note) };
}

/** The value of a tool with content blocks, and structured content if it has a schema. */
function contentOfResponse(
  { outputSchema }: ToolContract,
  { content = [], output }: Extract<WireResult, { readonly kind: "completed" }>,
): JsonObject {
  return { content, ...(outputSchema ? { structuredContent: output } : {}) };
}

/** The server's message says which argument is wrong, so it is kept. */
function invalidInputFailure({ contract }: RequestedCall, words: string): PlainResult {
  const isDeclared = !contract || contract.failureModes.some(({ code }) => code === "invalid_input");
  const message = cutText(`The server refused the arguments: ${words}`, bounds.message);
  return failed(isDeclared ? "invalid_input" : "transport_error", message);
}

/** Whether the server says that the tool did not run. Counts only if the contract matches. */
export function isRefusal({ subject }: Pick<RequestedCall, "subject">, meta: JsonObject): boolean {
  return !("kind" in subject) && asObject(meta[metaKeys.outcome])?.["kind"] === "refused";
}

export function codeOf(meta: JsonObject): string | undefined {
  return asString(asObject(meta[metaKeys.failure])?.["code"]);
}

function readFailure(call: RequestedCall, text: string, meta: JsonObject): PlainResult {
  const { contract } = call;
  const sent = asObject(meta[metaKeys.failure]) ?? {};
  const code = codeOf(meta);
  const sentDetails = asObject(sent["details"]);
  const message = cutText(asString(sent["message"]) ?? text, bounds.message);
  if (!contract) {
    const more =
      code === approvalPending
        ? { retry: "after" as const, ...(sentDetails && { details: sentDetails }) }
        : {};
    return failed(code === undefined ? "tool_error" : cutText(code, 100), message, more);
  }
  const mode = contract.failureModes.find((declared) => declared.code === code);
  if (!mode) return brokenPromise(call, `undeclared failure \`${code ?? "without code"}\`. ${text}`, meta);
  const edits = editsInNote(asObject(meta[metaKeys.outcome]));
  const details = "edited" in edits ? { ...sentDetails, ...edits } : sentDetails;
  const failure: Failure = {
    code: mode.code,
    message,
    retry: stricterAdvice(mode.retry, retryAdvice(sent["retry"])),
    ...(details ? { details } : {}),
  };
  return { ok: false, failure };
}

/**
 * The failure of a call before which a server wants pages opened. By MCP, the call was not processed. No contract lists this: for a
 * call with a contract it is as if the server could not be reached. The guard does not call again, because a person takes longer.
 */
export function requiredLinks({ contract }: Pick<RequestedCall, "contract">, message: string): PlainResult {
  const details = { retryAfterMs: pageMs };
  return failed(contract ? "transport_error" : linksRequired, message, { retry: "after", details });
}

/** Milliseconds after which a person may have opened a page. */
const pageMs = 15_000;

function retryAdvice(value: unknown): RetryAdvice | undefined {
  return value === "never" || value === "after" || value === "sameKey" ? value : undefined;
}

/** A server may forbid a retry that the contract allows, but not allow one that it forbids. */
function stricterAdvice(declared: RetryAdvice, sent: RetryAdvice | undefined): RetryAdvice {
  return declared === "never" ? "never" : (sent ?? declared);
}
