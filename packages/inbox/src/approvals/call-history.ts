import type { AuditEntry } from "@proviso/server/extension";
import { valueAt } from "@proviso/manifest/question";
import type { Approval } from "../api/approval.ts";
import type { CallHistory } from "../api/approval-desk.ts";

/** Records looked at: without an index, only the newest are found quickly. */
export const maxRecords = 2000;
const maxCalls = 5;

/**
 * What the newest records of the trail say beside an approval: what its caller did last, and how often calls of this tool that completed
 * had the same values in their sentence. Only calls within the caller's tenant count.
 */
export function callHistory(entries: readonly AuditEntry[], { asker, shown, terms }: Approval): CallHistory {
  const tenant = entries.filter(({ principal }) => principal?.tenant === asker.tenant);
  const outcomes = new Map(
    tenant.flatMap(({ callId, kind, outcome }) =>
      kind === "outcome" ? [[callId, outcome ?? ""] as const] : [],
    ),
  );
  const intents = tenant.filter(({ kind }) => kind === "intent");
  const lastCalls = intents
    .filter(({ principal }) => principal?.id === asker.id)
    .slice(-maxCalls)
    .map(({ callId, time, tool }) => ({
      tool,
      at: Date.parse(time),
      outcome: outcomes.get(callId) ?? "no outcome",
    }));
  const done = intents.filter(
    ({ callId, tool }) => tool === terms.tool && outcomes.get(callId) === "completed",
  );
  const paths = (shown.sentence?.parts ?? []).flatMap((part) => (part.kind === "value" ? part.shows : []));
  const values = paths.flatMap((path) => {
    const value = valueAt(shown.input, path);
    if (typeof value !== "string") return [];
    const equal = done.filter(({ input }) => input !== undefined && valueAt(input, path) === value);
    const last = equal.at(-1);
    return [{ name: path.join("."), count: equal.length, ...(last && { lastAt: Date.parse(last.time) }) }];
  });
  const [first] = entries;
  const isWhole = entries.length < maxRecords;
  return {
    lastCalls: lastCalls.toReversed(),
    values,
    ...(!isWhole && first && { since: Date.parse(first.time) }),
  };
}
