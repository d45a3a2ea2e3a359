import type { ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "./change-rule.ts";
import { isSame, json } from "./json-value.ts";

interface FieldSpec<Value> extends Pick<ClauseRule, "summary" | "kinds"> {
  /** By default the field's, as `audit-event`. */
  readonly name?: string;
  readonly idOf: (was: Value, is: Value, before: ToolContract, after: ToolContract) => string;
  /** Read after the name of the tool. */
  readonly says: (is: Value, was: Value) => string;
}

/** A rule that compares one field as a whole. */
export function fieldRule<Field extends keyof ToolContract>(
  field: Field,
  { name, summary, kinds, idOf, says }: FieldSpec<ToolContract[Field]>,
): ClauseRule {
  return clauseRule({
    name: name ?? field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    summary,
    kinds,
    find(before, after) {
      const { [field]: was } = before;
      const { [field]: is } = after;
      const [from, to] = [was, is].map((value) => json(value as object | undefined));
      if (isSame(from, to)) return [];
      const id = idOf(was, is, before, after);
      return [{ id, path: field, before: from, after: to, says: says(is, was) }];
    },
  });
}
