/** What a new project begins with; a folder of `starter/` holds each. */
export const examples = ["minimal", "shop", "empty"] as const;
export type Example = (typeof examples)[number];
