export { type ExecuteResult, type SandboxExecutor, sandboxExecutor } from "./adapters/sandbox-executor.ts";
export { codemode } from "./codemode.ts";
export type { CodemodeOptions } from "./limits.ts";
