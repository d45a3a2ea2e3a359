// The thread in which `print-typescript.ts` prints: it alone loads ts-morph and the formatter.
import { on } from "node:events";
import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import type { TypeScriptFile } from "./typescript-text.ts";

/** What comes back for a file, in the order in which files were sent. */
export type Answer = { readonly text: string } | { readonly error: unknown };

// A thread does not inherit it, and these libraries take longer to compile than most projects take to print.
enableCompileCache();
const { typeScriptText } = await import("./typescript-text.ts");
const { formatted } = await import("./format.ts");

async function answer(file: TypeScriptFile): Promise<Answer> {
  try {
    return { text: await formatted(file.path, typeScriptText(file)) };
  } catch (error) {
    return { error };
  }
}

if (parentPort) {
  // One after the other: the formatter takes twice the time, and much memory, for many at once.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  for await (const [file] of on(parentPort, "message")) parentPort.postMessage(await answer(file));
}
