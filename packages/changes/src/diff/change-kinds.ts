import { changeRules } from "./change-rules.ts";
import type { ChangeKind } from "./facts/change-rule.ts";
import { unlistedId, unlistedKind } from "./unlisted-fields.ts";

/** A kind of change, and the name of the page about it: that of its rule. */
export interface NamedKind extends ChangeKind {
  readonly id: string;
  readonly page: string;
}

/** Every kind of change, sorted by id. The site's table, `--fail-on` and tests derive from it. */
export const changeKinds: readonly NamedKind[] = [
  ...changeRules.flatMap(({ name, kinds }) =>
    Object.entries(kinds).map(([id, kind]): NamedKind => ({ ...kind, id, page: name })),
  ),
  { ...unlistedKind, id: unlistedId, page: unlistedId },
].toSorted((one, other) => (one.id < other.id ? -1 : 1));
