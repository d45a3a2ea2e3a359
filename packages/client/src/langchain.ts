export { langChainTools } from "./frameworks/langchain.ts";
export type { ApprovalInterrupt, ApprovalAnswer } from "./frameworks/langchain.ts";
