import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type { Diagnostic, SourceText } from "../../src/index.ts";

export interface ChildRequest {
  readonly id: number;
  readonly sources: readonly SourceText[];
}

export interface ChildAnswer {
  readonly id: number;
  readonly isAccepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const program = fileURLToPath(new URL("compile-on-request.ts", import.meta.url));
/** Many times what a compilation needs. It is processor time, so that a busy machine changes nothing. */
const processorSeconds = 20;
const heapMegabytes = 512;

/**
 * Returns a function that compiles in a process with limits on processor time and memory. It throws if a limit is exceeded. The
 * tests of a file share the process; after one that ended it, the next one gets another.
 */
export function useChild(): (sources: readonly SourceText[]) => Promise<ChildAnswer> {
  let child: ChildProcess | undefined;
  let id = 0;
  afterAll(async () => {
    if (!child?.connected) return;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
  });
  return async (sources) => {
    if (!child?.connected) child = startChild();
    return answerTo({ id: (id += 1), sources }, child);
  };
}

function startChild(): ChildProcess {
  const execArgv = [...process.execArgv, `--max-old-space-size=${heapMegabytes}`];
  return fork(program, [String(processorSeconds)], { execArgv, serialization: "advanced" });
}

/** The answer of a process. If it ends first, throws with how it ended. */
function answerTo(request: ChildRequest, child: ChildProcess): Promise<ChildAnswer> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      child.off("message", answered).off("close", closed);
    };
    const answered = (answer: ChildAnswer): void => {
      if (answer.id !== request.id) return;
      end();
      resolve(answer);
    };
    const closed = (code: number | null, signal: string | null): void => {
      end();
      reject(new Error(`the compiler ended with ${signal ?? `exit code ${code}`}`));
    };
    child.on("message", answered).on("close", closed);
    // Where it cannot be sent, the process ends.
    child.send(request, () => undefined);
  });
}
