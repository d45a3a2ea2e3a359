import { Worker } from "node:worker_threads";
import type { Answer } from "./printer-thread.ts";
import type { TypeScriptFile } from "./typescript-text.ts";

/** A thread that prints, while this one goes on. */
export interface Printer {
  print(file: TypeScriptFile): Promise<string>;
}

interface Waiting {
  resolve(text: string): void;
  reject(error: unknown): void;
}

/** It keeps the process alive only while somebody waits for it, and ends with the process. `onEnd` is for an end before. */
export function createPrinter(program: URL, onEnd: () => void): Printer {
  const waiting: Waiting[] = [];
  // Without the options of the process, which are not meant for it, such as `--eval`. What it makes is soon garbage.
  const thread = new Worker(program, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 8 } });
  let reason: unknown = new Error("the thread that prints TypeScript has ended");
  thread.on("error", (error) => (reason = error));
  // Comes after an error as well, and after all who asked in between.
  thread.on("exit", () => {
    onEnd();
    for (const { reject } of waiting.splice(0)) reject(reason);
  });
  thread.on("message", (answer: Answer) => {
    const next = waiting.shift();
    if (waiting.length === 0) thread.unref();
    if ("text" in answer) next?.resolve(answer.text);
    else next?.reject(answer.error);
  });
  // After the listeners: one for messages keeps the process alive.
  thread.unref();
  return {
    async print(file) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      thread.postMessage(file);
      thread.ref();
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
}
