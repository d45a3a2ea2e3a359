import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Diagnostic, SourceText } from "../../src/index.ts";

export interface ChildResult {
  readonly isAccepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const script = fileURLToPath(new URL("compile-stdin.ts", import.meta.url));
/** Far more than a busy machine needs for a second of work. */
const timeoutMs = 40_000;
const heapMegabytes = 512;

/** Compiles in a process with limits on time and memory; throws if a limit is exceeded. */
export async function compileInChild(sources: readonly SourceText[]): Promise<ChildResult> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, script], {
    stdio: ["pipe", "pipe", "inherit"],
    timeout: timeoutMs,
  });
  const ended = new Promise<string>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`)),
  );
  child.stdin.end(JSON.stringify(sources));
  const written = await text(child.stdout);
  const end = await ended;
  if (end !== "exit code 0") throw new Error(`the compiler ended with ${end}`);
  return JSON.parse(written) as ChildResult;
}
