import type { ChangeKind, Kinds } from "./change-rule.ts";
import type { Verdicts } from "./change.ts";

/** What one kind of change means, and its verdict for callers. */
type KindRow = Pick<ChangeKind, "callers" | "means" | "readers">;
type Declare = (model: Verdicts["model"], rows: Readonly<Record<string, KindRow>>) => Kinds;

export const breaking = (means: string): KindRow => ({ callers: "breaking", means });
export const dangerous = (means: string): KindRow => ({ callers: "dangerous", means });

/** `readers`: who decides by the text that changed. */
export const safe = (means: string, readers?: string): KindRow => ({
  callers: "safe",
  means,
  ...(readers === undefined ? {} : { readers }),
});

/** Declares two opposite kinds: the first loosens the contract, the second tightens it. */
export const opposites: Declare = (model, rows) => kindsOf(model, ["loosened", "tightened"], rows);

/** Declares two kinds, each the other made backwards, neither of which loosens the contract. */
export const equals: Declare = (model, rows) => kindsOf(model, ["unchanged", "unchanged"], rows);

/** Declares kinds whose direction cannot be decided, so that both directions count as loosened. */
export const undecided: Declare = (model, rows) => kindsOf(model, ["loosened"], rows);

/** Declares kinds of changes that loosen nothing in either direction. */
export const neutral: Declare = (model, rows) => kindsOf(model, ["unchanged"], rows);

/** With one verdict, each kind is its own reverse. */
function kindsOf(
  model: Verdicts["model"],
  [first, second]: readonly [Verdicts["safety"], Verdicts["safety"]?],
  rows: Readonly<Record<string, KindRow>>,
): Kinds {
  const ids = Object.keys(rows);
  const kinds = Object.entries(rows).map(([id, row], at): [string, ChangeKind] => {
    const reverse = (second && ids.find((each) => each !== id)) ?? id;
    return [id, { ...row, safety: at > 0 ? (second ?? first) : first, model, reverse }];
  });
  return Object.fromEntries(kinds);
}
