import { Worker } from "node:worker_threads";
import type { FromSandbox, Reply, SandboxEnd, SandboxStart } from "./messages.ts";

/** How a program ended, and what it printed. `aborted`: the host stopped it. */
export interface SandboxRun {
  readonly end: SandboxEnd | { readonly kind: "aborted" };
  readonly logs: readonly string[];
}

/** Memory of the thread beside that of the program, in MB. */
const threadMemory = 96;
const threadStack = 8;
/** Milliseconds in which a thread must start, on a machine that is busy. */
const startMs = 60_000;

/**
 * Runs a program in a thread of its own, without network, files, clock or randomness. `call` gets its calls one after the other, in the
 * order in which the program makes them; undefined ends the program. `silentMs`: how long it may run without a call, for built-in
 * functions that nothing else interrupts. Never rejects for what the program does.
 */
export async function runSandbox(
  start: SandboxStart,
  silentMs: number,
  signal: AbortSignal,
  call: (tool: string, input: string) => Promise<Reply | undefined>,
): Promise<SandboxRun> {
  if (signal.aborted) return { end: { kind: "aborted" }, logs: [] };
  // All that the thread sees of the environment: where Node keeps compiled modules, which makes it start sooner.
  const { NODE_COMPILE_CACHE } = process.env;
  const worker = new Worker(new URL("../../bin/sandbox-worker.js", import.meta.url), {
    workerData: start,
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: threadMemory, stackSizeMb: threadStack },
  });
  const { promise, resolve, reject } = Promise.withResolvers<SandboxRun>();
  const finish = (end: SandboxRun["end"], logs: readonly string[] = []): void => resolve({ end, logs });
  let timer: NodeJS.Timeout | undefined;
  const watch = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => finish({ kind: "limit", limit: "silent" }), ms);
  };
  const abort = (): void => finish({ kind: "aborted" });
  const reply = async (tool: string, input: string): Promise<void> => {
    const replied = await call(tool, input);
    if (!replied) return abort();
    watch(silentMs);
    worker.postMessage(JSON.stringify(replied), []);
  };
  signal.addEventListener("abort", abort);
  worker.on("message", (message: FromSandbox) => {
    clearTimeout(timer);
    if (message.kind === "end") finish(message.end, message.logs);
    else if (message.kind === "begin") watch(silentMs);
    else void reply(message.tool, message.input).catch(reject);
  });
  // The thread has run out of its own memory or stack.
  for (const event of ["error", "exit"]) worker.on(event, () => finish({ kind: "limit", limit: "memory" }));
  watch(startMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
