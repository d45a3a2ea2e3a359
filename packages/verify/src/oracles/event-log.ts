import type { Change, OpenOracle } from "../model.ts";

/** Events that a watcher has seen, as an oracle: what came since a snapshot is a change. */
export interface EventLog extends OpenOracle {
  add(kind: Change["kind"], what: string): void;
}

export function eventLog(name: string, watches: string): EventLog {
  const counts = new Map<string, number>();
  return {
    name,
    watches,
    add(kind, what) {
      const key = `${kind} ${what}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    snapshot: async () => Object.fromEntries([...counts].map(([key, count]) => [key, String(count)])),
    compare: (before, after) =>
      Object.entries(after).flatMap(([key, count]) => {
        const [kind = "", ...words] = key.split(" ");
        const change = { oracle: name, kind: kind as Change["kind"], what: words.join(" ") };
        return Array.from({ length: Number(count) - Number(before[key] ?? 0) }, () => change);
      }),
  };
}
