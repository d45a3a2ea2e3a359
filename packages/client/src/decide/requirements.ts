/** Whether a requirement is met, as far as the host knows. */
export type RequirementState = "met" | "unmet" | "possible";
export type RequirementStates = Readonly<Record<string, RequirementState>>;

/**
 * The requirements that are certainly not met, if all requirements are known; otherwise none. SEP-2487: clients must not use
 * requirements "unless: All requirements are known to the client. The client can determine that at least one requirement cannot
 * be satisfied." The strings are opaque and match exactly.
 */
export function unmetRequirements(declared: readonly string[], known: RequirementStates): readonly string[] {
  const allKnown = declared.every((requirement) => Object.hasOwn(known, requirement));
  return allKnown ? declared.filter((requirement) => known[requirement] === "unmet") : [];
}
