export { type ApprovalAnswer, type ApprovalInterrupt, langChainTools } from "./frameworks/langchain.ts";
export type { FrameworkOptions } from "./frameworks/approval.ts";
