import { canonicalJson } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import type { Recorder } from "../runtime/runtime.ts";
import type { AuthorizedCall } from "../call/call.ts";
import type { ToolContext } from "../../api/handler.ts";
import { boundedCopy } from "../../canonical/canonical-copy.ts";
import { redactor } from "../../tools/redact.ts";

type RecordEvent = ToolContext<unknown, unknown>["audit"];

/** One lower-case name, or several with dots between them. */
const eventTypePattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/;
const maxTypeLength = 200;
/** Bytes. The trail records what happened; it does not store documents. */
const maxEventDetails = 16_384;

/** Redacts details by property names alone, because they have no schema. */
// Stryker disable next-line ArrayDeclaration, ArrowFunction: without a schema nothing is looked up
const redactDetails = redactor({}, () => []);

/** Records the events of one call, in the order in which the handler records them. */
export function eventRecorder(call: AuthorizedCall, record: Recorder): RecordEvent {
  return async (type, details) => {
    if (typeof type !== "string" || type.length > maxTypeLength || !eventTypePattern.test(type))
      throw new TypeError(`an event has a type like \`email.sent\`, not ${JSON.stringify(type)}`);
    const copied = details === undefined ? undefined : readDetails(details);
    const number = (call.history.events = (call.history.events ?? 0) + 1);
    const own = { event: type, number, ...(copied && { details: redactDetails(copied).value }) };
    if (!(await record(call, "event", () => own)))
      throw new Error("the event could not be recorded: audit unavailable");
  };
}

function readDetails(details: JsonObject): JsonObject {
  const copied = boundedCopy(details, maxEventDetails);
  if (!copied || Buffer.byteLength(canonicalJson(copied)) > maxEventDetails)
    throw new TypeError(`the details of an event are a JSON object of at most ${maxEventDetails} bytes`);
  return copied;
}

export const recordsNothing: RecordEvent = () =>
  Promise.reject(new TypeError("a plan has no effects, so it records nothing"));
