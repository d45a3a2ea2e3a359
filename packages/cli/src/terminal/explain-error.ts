import { exitCodes, UsageError, type ExitCode } from "@proviso/terminal";
import type { CliHost } from "./host.ts";

/** Reports an error: wrong usage, a wrong template, a disk error, or a bug in proviso. */
export function explainError(error: unknown, host: CliHost): ExitCode {
  if (error instanceof UsageError) {
    host.err(
      `proviso: ${error.message}\nproviso --help lists the commands, proviso COMMAND --help their options`,
    );
    return exitCodes.usage;
  }
  // Recognised by name, so that this module need not load the emitters.
  if (error instanceof Error && error.name === "TemplateError") {
    host.err(
      `proviso: ${error.message}\nnothing was changed; the built-in ones are in @proviso/emitters/templates`,
    );
    return exitCodes.findings;
  }
  // The message of a system error has the file and the reason; its stack adds nothing.
  const isSystemError = error instanceof Error && "syscall" in error;
  const text = error instanceof Error ? (isSystemError ? error.message : error.stack) : String(error);
  host.err(
    isSystemError ? `proviso: ${text}; nothing was changed` : `proviso: this is a bug in proviso\n${text}`,
  );
  return exitCodes.internal;
}
