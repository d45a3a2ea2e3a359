export { throughCallTool } from "./call/through-call-tool.ts";
