import { isObject } from "@proviso/manifest";
import type { ChainedEvent } from "./cloud-event.ts";
import { parseLine } from "./json-lines.ts";

/** The columns of a row of the trail that its event needs. */
export interface StoredEvent {
  readonly hash: string | null;
  readonly record: string;
}

/** An event in a database: without its hash, which has a column, and `specversion`. */
export function storedEvent({ hash: _hash, specversion: _version, ...event }: ChainedEvent): string {
  return JSON.stringify(event);
}

/** The event of a row. */
export function eventOfRow({ hash, record }: StoredEvent): unknown {
  const event = parseLine(record);
  return isObject(event) && hash !== null ? { ...event, specversion: "1.0", hash } : event;
}
