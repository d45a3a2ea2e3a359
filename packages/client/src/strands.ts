export { strandsTools } from "./frameworks/strands.ts";
export type { StrandsTools } from "./frameworks/strands.ts";
export type { FrameworkOptions } from "./frameworks/approval.ts";
