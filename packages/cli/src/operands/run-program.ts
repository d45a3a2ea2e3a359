import { timeSpan } from "@proviso/manifest";
import { execFile, type ExecFileException } from "node:child_process";
import process from "node:process";

export interface ProgramResult {
  readonly code: number | undefined;
  readonly out: Buffer;
  /** The end of the error output. */
  readonly err: string;
  /** Why output is incomplete: the program did not start, ran too long or printed too much. */
  readonly problem?: string;
}

const timeout = 120_000;
const maxBuffer = 256_000_000;
const maxOfErrors = 2000;

/** Of git. A `refs/replace/…` could show another commit than the one that is named. */
const settings = { GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_REPLACE_OBJECTS: "1" };

/** Runs a program to its end, within limits, with `input` and without a terminal. */
export function runProgram(
  [program = "", ...words]: readonly string[],
  { cwd, input = "" }: { readonly cwd: string; readonly input?: string },
): Promise<ProgramResult> {
  // On Windows, only a shell finds `npm`; the words hold nothing that a shell would read.
  const shell = process.platform === "win32" && program === "npm";
  const env = { ...process.env, ...settings, LC_ALL: "C" };
  const limits = { timeout, maxBuffer, killSignal: "SIGKILL" } as const;
  const options = { cwd, shell, windowsHide: true, env, encoding: "buffer", ...limits } as const;
  return new Promise((resolve) => {
    const given = shell ? words.map((word) => `"${word}"`) : words;
    const child = execFile(program, given, options, (error, out, stderr) => {
      const err = stderr.toString("utf8").trim().slice(-maxOfErrors);
      const problem = error ? problemOf(program, error) : undefined;
      const code = error ? error.code : 0;
      resolve({ code: typeof code === "number" ? code : undefined, out, err, ...(problem && { problem }) });
    });
    // A program that ends early closes its input.
    child.stdin?.on("error", () => undefined).end(input);
  });
}

/** Undefined of a program that ended by itself, or by a signal of somebody else. */
function problemOf(program: string, { code, killed, message }: ExecFileException): string | undefined {
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return `\`${program}\` prints more than ${maxBuffer / 1_000_000} MB`;
  if (killed) return `\`${program}\` did not end within ${timeSpan(timeout)}`;
  return typeof code === "string" ? `\`${program}\` cannot be started: ${message}` : undefined;
}
