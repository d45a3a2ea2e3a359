export { handlers, people } from "./program/handlers.ts";
export { type DunningReport, nightlyDunning } from "./program/nightly-dunning.ts";
export { type Backoffice, openBackoffice } from "./program/open-backoffice.ts";
export type { Ports } from "./ports/ports.ts";
export { principalNames, seededPerson, seededPrincipal } from "./identity/principals.ts";
export { type Tokens, openTokens } from "./identity/tokens.ts";
