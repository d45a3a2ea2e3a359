/** The server's stages, in the order in which each call goes through them. A test of the server compares them with its pipeline. */
export const stageNames = [
  "audit",
  "admit",
  "validate",
  "refine",
  "authorize",
  "pause",
  "replay",
  "limit",
  "plan",
  "step-up",
  "confirm",
  "execute",
] as const;
export type StageName = (typeof stageNames)[number];
