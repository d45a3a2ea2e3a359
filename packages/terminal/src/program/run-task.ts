import { type ExitCode, exitCodes, UsageError } from "../exit/exit-codes.ts";
import { reasonOf } from "../exit/read-text.ts";
import { type HelpPage, printHelp } from "../print/print-help.ts";
import { splitWords } from "./command-line.ts";
import type { ProgramHost } from "./run-program.ts";

/** Runs a program with one task, or prints its help. Never throws: every result has an exit code. */
export async function runTask(
  page: HelpPage,
  words: readonly string[],
  host: ProgramHost,
  task: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const [own] = splitWords(words);
  try {
    if (!own.includes("--help") && !own.includes("-h")) return await task();
    await host.out(printHelp(page, host));
    return exitCodes.clean;
  } catch (error) {
    // `err` escapes what is hidden; the lines and spaces of diagnostics stay.
    host.err(`${page.name}: ${reasonOf(error)}`);
    if (!(error instanceof UsageError)) return exitCodes.internal;
    host.err(`${page.name} --help lists the options`);
    return exitCodes.usage;
  }
}
