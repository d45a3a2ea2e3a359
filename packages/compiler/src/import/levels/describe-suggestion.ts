import type { Suggestion } from "./suggest.ts";

/** Starts the comment above a level that nobody has accepted yet. */
export const suggestionMark = "Suggested:";

/** A suggestion and its evidence, in one line for people. */
export function describeSuggestion({
  level,
  effects,
  reversible,
  isClaimedToRead,
  evidence,
}: Suggestion): string {
  const isRead = effects.length === 0;
  const does = isRead ? "only reads" : effects.join(" and ");
  const undone = isRead || effects[0] === "unclassified" ? "" : reversible ? ", can be undone" : ", lasting";
  const unreviewed = isRead && !isClaimedToRead ? ", but only its name says so" : "";
  const reasons = [...new Set(evidence.map(({ reason }) => reason))].join(", ");
  const because = reasons === "" ? "nothing says what a call does" : reasons;
  return `${suggestionMark} ${level}, ${does}${undone}${unreviewed} (${because}).`;
}
