export { aiSdkTools } from "./frameworks/ai-sdk.ts";
