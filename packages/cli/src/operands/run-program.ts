import { timeSpan } from "@proviso/manifest";
import { spawn } from "node:child_process";
import process from "node:process";

export interface ProgramResult {
  readonly code: number | undefined;
  readonly out: Buffer;
  /** The end of the error output. */
  readonly err: string;
  /** Why output is incomplete: the program did not start, ran too long or printed too much. */
  readonly problem?: string;
}

export interface ProgramLimits {
  readonly timeoutMs: number;
  readonly bytes: number;
}

export const programLimits: ProgramLimits = { timeoutMs: 120_000, bytes: 256_000_000 };
const maxOfErrors = 2000;

/** Of git. A `refs/replace/…` could show another commit than the one that is named. */
const settings = { GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_REPLACE_OBJECTS: "1" };

/** Runs a program to its end, within limits, with `input` and without a terminal. */
export function runProgram(
  [program = "", ...words]: readonly string[],
  { cwd, input = "", limits = programLimits }: RunOptions,
): Promise<ProgramResult> {
  // On Windows, only a shell finds `npm`; the words hold nothing that a shell would read.
  const isScript = process.platform === "win32" && program === "npm";
  const child = spawn(program, isScript ? words.map((word) => `"${word}"`) : words, {
    cwd,
    shell: isScript,
    windowsHide: true,
    env: { ...process.env, ...settings, LC_ALL: "C" },
  });
  const parts: Buffer[] = [];
  let size = 0;
  let err = "";
  let problem: string | undefined;
  const stop = (why: string): void => {
    problem ??= why;
    child.kill("SIGKILL");
    // A process that it started may keep the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(
    () => stop(`\`${program}\` did not end within ${timeSpan(limits.timeoutMs)}`),
    limits.timeoutMs,
  );
  child.stdout.on("data", (part: Buffer) => {
    size += part.length;
    if (size > limits.bytes) return stop(`\`${program}\` prints more than ${limits.bytes / 1_000_000} MB`);
    parts.push(part);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err = (err + text).slice(-maxOfErrors);
  });
  // A program that ends early closes its input.
  child.stdin.on("error", () => undefined).end(input);
  return new Promise((resolve) => {
    const end = (code: number | null): void => {
      clearTimeout(timer);
      resolve({
        code: code ?? undefined,
        out: Buffer.concat(parts),
        err: err.trim(),
        ...(problem === undefined ? {} : { problem }),
      });
    };
    child.on("error", (error) => {
      problem ??= `\`${program}\` cannot be started: ${error.message}`;
      end(null);
    });
    child.on("close", end);
  });
}

interface RunOptions {
  readonly cwd: string;
  readonly input?: string;
  readonly limits?: ProgramLimits;
}
