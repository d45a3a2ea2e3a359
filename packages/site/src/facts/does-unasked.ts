import type { PageFacts } from "./page-facts.ts";

/** What a tool does in calls about which `by` may ask nobody. */
export function doesUnasked(
  { asked, does, unasked }: Pick<PageFacts, "asked" | "unasked"> & { readonly does: readonly string[] },
  by: "server" | "live",
): readonly string[] {
  return !asked || asked[by] === "always" ? [] : (unasked?.[by] ?? does);
}
