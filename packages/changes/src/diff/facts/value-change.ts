import type { ToolContract } from "@proviso/manifest";
import type { FoundChange } from "./change.ts";
import { isSame, json } from "./json-value.ts";

/** The ids of a clause that comes, goes or changes. */
interface ValueIds<Id extends string> {
  readonly added: Id;
  readonly removed: Id;
  readonly changed: Id;
}

/** Compares one field of a tool that may be absent. `says` gets the later and the earlier value. */
export function valueChange<Field extends keyof ToolContract, const Id extends string>(
  field: Field,
  ids: ValueIds<Id>,
  says: (is: ToolContract[Field], was: ToolContract[Field]) => string,
): (before: ToolContract, after: ToolContract) => readonly FoundChange<Id>[] {
  return ({ [field]: was }, { [field]: is }) => {
    if (isSame(was as object | undefined, is as object | undefined)) return [];
    const id = is === undefined ? ids.removed : was === undefined ? ids.added : ids.changed;
    const [before, after] = [was, is].map((value) => json(value as object | undefined));
    return [{ id, path: field, before, after, says: says(is, was) }];
  };
}
