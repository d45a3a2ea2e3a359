import { checkOptionNames, readNumbers } from "@proviso/server/extension";
import type { Limit, SandboxLimits } from "./messages.ts";

/** Bounds of programs. A program that reaches one fails, and nothing that it has not called yet happens. */
export interface CodemodeOptions {
  /** Calls of one program. Defaults to 200. */
  readonly calls?: number;
  /** Steps, in ten thousands of branches and calls of functions. Defaults to 3000. */
  readonly steps?: number;
  /** Megabytes of memory. Defaults to 32. */
  readonly memoryMb?: number;
  /** Milliseconds for which a program that waits can be resumed. Defaults to two hours. */
  readonly keepMs?: number;
  /** Milliseconds in which a program must make a call or end. Defaults to 10 seconds; `steps` ends most programs before. */
  readonly silentMs?: number;
}

const defaults = { calls: 200, steps: 3000, memoryMb: 32, keepMs: 2 * 3_600_000, silentMs: 10_000 };
const stackBytes = 256 * 1024;
const textLength = 64 * 1024;
const megabyte = 1024 * 1024;

/** What a program is told that reaches a limit. */
export const limitTexts: Readonly<Record<Limit, string>> = {
  steps: "It takes too many steps, or does not end.",
  memory: "It needs too much memory.",
  stack: "It calls itself too deeply.",
  text: "It returns or sends too much at once.",
  silent: "It has been busy for too long without making a call.",
};

/** The given options, else the defaults. Throws a TypeError for a wrong one. */
export function sandboxOf(options: CodemodeOptions): {
  readonly limits: SandboxLimits;
  readonly calls: number;
  readonly keepMs: number;
  readonly silentMs: number;
} {
  checkOptionNames(options, { calls: true, steps: true, memoryMb: true, keepMs: true, silentMs: true });
  const { memoryMb, steps, ...rest } = readNumbers(defaults, options, "a number");
  return { ...rest, limits: { steps, memoryBytes: memoryMb * megabyte, stackBytes, textLength } };
}
