import type { Answer, Question } from "./playground-worker.ts";

/** What came of a text. */
export type Outcome =
  | Exclude<Answer, { readonly kind: "ready" }>
  | { readonly kind: "stopped" }
  | { readonly kind: "broken" };

export interface Compiler {
  /** Compiles the text after the one that is being compiled. A text that a newer one overtakes gets no answer. */
  compile(text: string): void;
}

interface CompilerOptions {
  start(): Worker;
  /** How long one text may take, in milliseconds. */
  timeLimit(): number;
  done(outcome: Outcome): void;
}

/** Keeps a worker busy with the newest text. One that takes too long is ended, and the next text gets a new one. */
export function createCompiler({ start, timeLimit, done }: CompilerOptions): Compiler {
  let worker: Worker | undefined;
  let running: { readonly id: number; readonly timer: number } | undefined;
  let waiting: string | undefined;
  let isReady = false;
  let count = 0;

  const end = (outcome: Outcome): void => {
    clearTimeout(running?.timer);
    running = undefined;
    done(outcome);
    next();
  };
  const stop = (outcome: Outcome): void => {
    worker?.terminate();
    worker = undefined;
    isReady = false;
    end(outcome);
  };
  const take = (answer: Answer): void => {
    if (answer.kind === "ready") {
      isReady = true;
      next();
    } else if (answer.id === running?.id) end(answer);
  };
  const begin = (): Worker => {
    const begun = start();
    begun.addEventListener("message", ({ data }: MessageEvent<Answer>) => begun === worker && take(data));
    begun.addEventListener("error", () => {
      if (begun !== worker) return;
      waiting = undefined;
      stop({ kind: "broken" });
    });
    return begun;
  };
  const next = (): void => {
    if (running || waiting === undefined) return;
    worker ??= begin();
    if (!isReady) return;
    const question: Question = { id: (count += 1), text: waiting };
    waiting = undefined;
    running = { id: question.id, timer: window.setTimeout(() => stop({ kind: "stopped" }), timeLimit()) };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no origin
    worker.postMessage(question);
  };
  return {
    compile(text) {
      waiting = text;
      next();
    },
  };
}
