export { openAiAgentsTools } from "./frameworks/openai-agents.ts";
