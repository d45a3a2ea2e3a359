import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { ClaimResult, Trace, VerifyReport } from "../src/model.ts";
import { run } from "../src/program/run.ts";

/** A folder that is removed after the test. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The command of a server of `test/servers` or `test/controls`. */
export function serverCommand(path: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, fileURLToPath(new URL(path, import.meta.url)), ...args];
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. `onProgress` gets what stops the run, as Ctrl-C does. */
export async function proviso(
  words: readonly string[],
  onProgress?: (stop: () => void) => void,
): Promise<Ran> {
  let [out, err] = ["", ""];
  let stop = (): void => {};
  const code = await run(words, {
    cwd: ownFolder(),
    color: false,
    out: (text) => void (out += `${text}\n`),
    err: (text) => void (err += `${text}\n`),
    progress: () => onProgress?.(stop),
    onInterrupt(asked) {
      stop = asked;
      return () => {};
    },
  });
  return { code, out, err };
}

/** Runs a command line, and reads its report. */
export async function reportOf(
  words: readonly string[],
  ...rest: readonly ((stop: () => void) => void)[]
): Promise<VerifyReport> {
  const { out, err } = await proviso(["--json", ...words], rest[0]);
  if (out === "") throw new Error(err);
  return JSON.parse(out) as VerifyReport;
}

/** The result of one claim. */
export function resultOf({ results }: VerifyReport, clause: string, tool?: string): ClaimResult {
  const found = results.find((each) => each.clause === clause && each.tool === tool);
  if (!found) throw new Error(`no claim ${clause} of ${tool}`);
  return found;
}

/** The trace of a claim that was refuted. */
export function traceOf({ verdict }: ClaimResult): Trace {
  if (verdict.kind !== "refuted") throw new Error(`it is ${JSON.stringify(verdict)}`);
  return verdict.trace;
}
