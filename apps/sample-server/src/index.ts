export { handlers } from "./handlers.ts";
export { nightlyDunning } from "./nightly-dunning.ts";
export type { DunningReport } from "./nightly-dunning.ts";
export { openBackoffice } from "./open-backoffice.ts";
export type { Backoffice } from "./open-backoffice.ts";
export type { Ports } from "./ports.ts";
export { principalNames, seededPrincipal } from "./principals.ts";
export { openTokens } from "./tokens.ts";
export type { Tokens } from "./tokens.ts";
