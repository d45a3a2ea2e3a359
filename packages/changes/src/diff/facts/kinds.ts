import type { Verdicts } from "./change.ts";
import type { ChangeKind } from "./change-rule.ts";

/** What one kind of change means, and its verdict for callers. */
type KindRow = Pick<ChangeKind, "callers" | "means" | "readers">;
type Rows<Id extends string> = Readonly<Record<Id, KindRow>>;
type Kinds<Id extends string> = Readonly<Record<Id, ChangeKind<Id>>>;

export const breaking = (means: string): KindRow => ({ callers: "breaking", means });
export const dangerous = (means: string): KindRow => ({ callers: "dangerous", means });

/** `readers`: who decides by the text that changed. */
export const safe = (means: string, readers?: string): KindRow => ({
  callers: "safe",
  means,
  ...(readers === undefined ? {} : { readers }),
});

/** Declares two opposite kinds: the first loosens the contract, the second tightens it. */
export function opposites<Id extends string>(model: Verdicts["model"], rows: Rows<Id>): Kinds<Id> {
  return kindsOf(model, ["loosened", "tightened"], rows);
}

/** Declares two kinds, each the other made backwards, neither of which loosens the contract. */
export function equals<Id extends string>(model: Verdicts["model"], rows: Rows<Id>): Kinds<Id> {
  return kindsOf(model, ["unchanged", "unchanged"], rows);
}

/** Declares kinds whose direction cannot be decided, so that both directions count as loosened. */
export function undecided<Id extends string>(model: Verdicts["model"], rows: Rows<Id>): Kinds<Id> {
  return kindsOf(model, ["loosened"], rows);
}

/** Declares kinds of changes that loosen nothing in either direction. */
export function neutral<Id extends string>(model: Verdicts["model"], rows: Rows<Id>): Kinds<Id> {
  return kindsOf(model, ["unchanged"], rows);
}

/** With one verdict, each kind is its own reverse. */
function kindsOf<Id extends string>(
  model: Verdicts["model"],
  [first, second]: readonly [Verdicts["safety"], Verdicts["safety"]?],
  rows: Rows<Id>,
): Kinds<Id> {
  const entries = Object.entries(rows) as [Id, KindRow][];
  const kinds = entries.map(([id, row], at): [Id, ChangeKind<Id>] => {
    const other = second && entries.find(([each]) => each !== id)?.[0];
    return [id, { ...row, safety: at > 0 ? (second ?? first) : first, model, reverse: other ?? id }];
  });
  return Object.fromEntries(kinds) as Kinds<Id>;
}
