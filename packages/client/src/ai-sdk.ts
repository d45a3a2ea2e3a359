export { aiSdkTools } from "./frameworks/ai-sdk.ts";
export type { FrameworkOptions } from "./frameworks/approval.ts";
