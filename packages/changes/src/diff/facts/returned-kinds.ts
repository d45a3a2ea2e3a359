import type { Kinds } from "./change-rule.ts";
import { breaking, dangerous, neutral, opposites, safe, undecided } from "./kinds.ts";

/** Kinds of changes of what callers get. The less they may get, the stricter and safer. */
export function returnedKinds(name: string): Kinds {
  return {
    ...opposites("changed", {
      [`${name}-widened`]: breaking(
        "Callers can get what the contract excluded. A guard with the former contract refuses it.",
      ),
      [`${name}-narrowed`]: safe("Callers get less than the contract allowed."),
    }),
    ...opposites("changed", {
      [`required-${name}-property-added`]: breaking("Callers always get a value that the contract excluded."),
      [`required-${name}-property-removed`]: breaking(
        "Callers no longer get a value that the contract promised.",
      ),
    }),
    ...undecided("changed", {
      [`${name}-changed`]: dangerous("Callers may get what the contract excluded: that cannot be decided."),
    }),
    ...opposites("unchanged", {
      [`${name}-no-longer-sensitive`]: safe("The value is no longer redacted in records."),
      [`${name}-made-sensitive`]: safe("The value is redacted in records."),
    }),
    ...neutral("changed", {
      [`${name}-reworded`]: safe("A model reads another title, description or default of a value."),
      [`${name}-rewritten`]: safe("The same values are valid, and the schema is written otherwise."),
    }),
  };
}
