import type { AuditEntry } from "@proviso/server/extension";
import { valueAt } from "@proviso/manifest/question";
import type { Approval } from "../api/approval.ts";
import type { CallHistory } from "../api/approval-desk.ts";

/** Records looked at: without an index, only the newest are found quickly. */
export const maxRecords = 2000;
const maxCalls = 5;
/** Other texts of a field, from which on it is said that they never repeat. */
const minOthers = 3;

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
  const values = textsIn(shown).map(([path, text]) => {
    const equal = done.filter(({ input }) => input !== undefined && valueAt(input, path) === text);
    const last = equal.at(-1);
    const others = done
      .flatMap(({ input }) => (input && valueAt(input, path)) ?? [])
      .filter((each) => each !== text);
    return {
      name: path.join("."),
      count: equal.length,
      ...(last && { lastAt: Date.parse(last.time) }),
      ...(others.length >= minOthers &&
        new Set(others).size === others.length && { isUnique: true as const }),
    };
  });
  const [first] = entries;
  const isWhole = entries.length < maxRecords;
  return {
    lastCalls: lastCalls.toReversed(),
    values,
    ...(!isWhole && first && { since: Date.parse(first.time) }),
  };
}

/** The texts in the sentence, such as a payee. Not times, which are seldom equal, and not the currency beside an amount. */
function textsIn({ input, sentence }: Approval["shown"]): readonly (readonly [readonly string[], string])[] {
  return (sentence?.parts ?? []).flatMap((part) => {
    const [path] = part.kind === "value" ? part.shows : [];
    const value = path && valueAt(input, path);
    return path && typeof value === "string" && !/^\d{4}-\d\d-\d\d/.test(value)
      ? [[path, value] as const]
      : [];
  });
}
