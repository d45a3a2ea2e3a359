export { langChainTools } from "./frameworks/langchain.ts";
export type { ApprovalInterrupt, ApprovalAnswer } from "./frameworks/langchain.ts";
export type { FrameworkOptions } from "./frameworks/approval.ts";
