import { isObject } from "@proviso/manifest";
import { endedBy } from "@proviso/server/storage";
import { readEvent } from "./cloud-event.ts";

/** Finds the question that a stored event ends, as `endedBy` does for an entry. */
export function endedByEvent(event: unknown): string | null {
  const details = isObject(event) ? event["data"] : undefined;
  if (!isObject(details) || details["request"] === undefined) return null;
  return endedBy(readEvent(event) ?? {});
}
