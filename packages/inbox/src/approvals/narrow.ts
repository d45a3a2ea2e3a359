import { canonicalJson, type Edit, type Json, type JsonObject } from "@proviso/manifest";
import type { Approval } from "../api/approval.ts";

/**
 * Says why `after` is no narrower form of `before`; undefined if it is one. A named number may come
 * closer to zero, and a list lose items. Zero and the empty list often mean "all": refused.
 */
export function narrowProblem(
  before: JsonObject,
  after: JsonObject,
  fields: readonly string[],
): string | undefined {
  const changed = editsOf(before, after);
  if (changed.length === 0) return "nothing is changed";
  const foreign = changed.find(({ field }) => !fields.includes(field) || !Object.hasOwn(before, field));
  if (foreign) return `\`${foreign.field}\` cannot be changed; ${listed(fields)}`;
  const wrong = changed.find(({ from, to }) => !isNarrower(from, to));
  if (!wrong) return undefined;
  const { field, from, to } = wrong;
  if (Array.isArray(to) && to.length === 0)
    return `nothing of "${field}" is left: leave at least one, or deny the call`;
  return typeof from === "number"
    ? `\`${field}\` must be a number between 0 and ${from}, and not 0`
    : `\`${field}\` must be some of its items, in their order`;
}

/** The arguments in which two inputs differ. One that is missing counts as `null`. */
export function editsOf(before: JsonObject, after: JsonObject): readonly Edit[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => canonicalJson(from) !== canonicalJson(to));
}

/** What an approver has narrowed so far. */
export function editsIn({ edited, shown }: Pick<Approval, "edited" | "shown">): readonly Edit[] {
  return edited ? editsOf(edited.asked.input, shown.input) : [];
}

function isNarrower(from: Json, to: Json): boolean {
  if (typeof from === "number" && typeof to === "number")
    return to !== 0 && Math.sign(to) === Math.sign(from) && Math.abs(to) <= Math.abs(from);
  return Array.isArray(from) && Array.isArray(to) && to.length > 0 && isSubsequence(from, to);
}

function isSubsequence(from: readonly Json[], to: readonly Json[]): boolean {
  let next = 0;
  for (const item of from)
    if (next < to.length && canonicalJson(item) === canonicalJson(to[next] ?? null)) next++;
  return next === to.length;
}

function listed(fields: readonly string[]): string {
  return fields.length === 0
    ? "an approver changes no argument of this tool"
    : `an approver may narrow ${fields.map((each) => `\`${each}\``).join(", ")}`;
}
