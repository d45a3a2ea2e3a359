export { type DescribedConnection, withDescribed } from "./connection/with-described.ts";
export { throughCallTool } from "./call/through-call-tool.ts";
