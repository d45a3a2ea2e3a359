import type { ChangeExample, ContractLines } from "./change-rule.ts";

/**
 * Declares an example in which the value of one field changes, given as YAML: the field with which
 * `path` begins. `null` leaves it out. `lines` are the same before and after.
 */
export function edited<Id extends string>(
  id: Id,
  path: string,
  before: string | null,
  after: string | null,
  lines: ContractLines = {},
): ChangeExample<Id> {
  const [field = ""] = path.split(/[.[]/);
  return { id, path, before: { ...lines, [field]: before }, after: { ...lines, [field]: after } };
}
