export { openAiAgentsTools } from "./frameworks/openai-agents.ts";
export type { FrameworkOptions } from "./frameworks/approval.ts";
