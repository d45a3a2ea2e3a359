export { type StrandsTools, strandsTools } from "./frameworks/strands.ts";
export type { FrameworkOptions } from "./frameworks/approval.ts";
