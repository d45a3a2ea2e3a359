/** What a host can say of a requirement: it is met, it certainly is not, or it may be. */
export type RequirementState = "met" | "unmet" | "possible";
export type RequirementStates = Readonly<Record<string, RequirementState>>;

/**
 * The requirements that make a call pointless; none means: act as if there were no requirements at all.
 * SEP-2487: clients must not use them "unless: All requirements are known to the client. The client can determine
 * that at least one requirement cannot be satisfied." The strings are opaque and match exactly.
 */
export function unmetRequirements(declared: readonly string[], known: RequirementStates): readonly string[] {
  const allKnown = declared.every((requirement) => Object.hasOwn(known, requirement));
  return allKnown ? declared.filter((requirement) => known[requirement] === "unmet") : [];
}
