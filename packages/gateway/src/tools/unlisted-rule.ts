/** What is done with a tool that has no contract. */
export const unlistedRules = ["ask", "hide", "refuse"] as const;
export type UnlistedRule = (typeof unlistedRules)[number];
