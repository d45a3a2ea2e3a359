import { expect } from "vitest";
import { run } from "../../src/commands/run.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `proviso audit` in this process. */
export async function audit(...words: readonly string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(words, {
    out: async (text) => void out.push(text),
    err: (text) => void err.push(text),
    color: false,
    signal: new AbortController().signal,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Runs it, and returns what it prints. */
export async function succeed(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await audit(...words);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}
