import type { Change, OpenOracle } from "../model.ts";

/** Events that a watcher has seen, as an oracle: what came since a snapshot is a change. */
export interface EventLog extends OpenOracle {
  add(kind: Change["kind"], what: string): void;
}

export function eventLog(name: string, watches: string): EventLog {
  const events: Change[] = [];
  return {
    name,
    watches,
    add: (kind, what) => void events.push({ oracle: name, kind, what }),
    snapshot: async () => ({ count: String(events.length) }),
    compare: (before, after) => events.slice(Number(before["count"]), Number(after["count"])),
  };
}
