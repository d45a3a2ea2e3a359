import type { Change, OpenOracle } from "../model.ts";

/** Events that a watcher has seen, as an oracle: what came since a snapshot is a change. */
export interface EventLog extends Pick<OpenOracle, "name" | "snapshot" | "compare"> {
  add(kind: Change["kind"], what: string): void;
}

export function eventLog(name: string): EventLog {
  const counts = new Map<string, number>();
  return {
    name,
    add(kind, what) {
      const key = `${kind} ${what}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    snapshot: async () => Object.fromEntries([...counts].map(([key, count]) => [key, String(count)])),
    compare: (before, after) =>
      Object.entries(after).flatMap(([key, count]) => {
        const more = Number(count) - Number(before[key] ?? 0);
        const space = key.indexOf(" ");
        const change = {
          oracle: name,
          kind: key.slice(0, space) as Change["kind"],
          what: key.slice(space + 1),
        };
        return Array.from({ length: more }, () => change);
      }),
  };
}
