import { templateNames } from "@proviso/emitters/names";
import { shapes } from "virtual:proviso-shapes";
import { type Compilation, compileContract } from "./compile-contract.ts";

export interface Question {
  readonly id: number;
  readonly text: string;
}

/** `ready` says that everything is loaded: from then on nothing is requested. */
export type Answer =
  | { readonly kind: "ready" }
  | {
      readonly kind: "compiled";
      readonly id: number;
      readonly compilation: Compilation;
      readonly milliseconds: number;
    }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };

/** A template is known by its name; see `templates-in-page.ts`. */
const templates = Object.fromEntries(templateNames.map((name) => [name, name]));
const emitWith = { templates, shapes: new Map(shapes) };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no origin
const answer = (message: Answer): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  const { id, text } = data;
  const start = performance.now();
  compileContract(text, emitWith).then(
    (compilation) =>
      answer({ kind: "compiled", id, compilation, milliseconds: Math.round(performance.now() - start) }),
    (error: unknown) => answer({ kind: "failed", id, reason: String(error) }),
  );
});

// A small contract loads what is imported late. If that fails, so does the next, whose answer says why.
const first = "proviso: 1\ndomain: a\ndescription: A contract without tools.\ntools: {}\n";
const ready = (): void => answer({ kind: "ready" });
compileContract(first, emitWith).then(ready, ready);
