export { type ExecuteResult, type SandboxExecutor, sandboxExecutor } from "./adapters/sandbox-executor.ts";
export { codemode } from "./plug/codemode.ts";
export type { CodemodeOptions } from "./sandbox/limits.ts";
