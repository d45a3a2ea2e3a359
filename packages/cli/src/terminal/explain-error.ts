import { exitCodes, UsageError } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Host } from "./host.ts";

/** Says what went wrong, and whose fault it is. */
export function explainError(error: unknown, host: Host): ExitCode {
  if (error instanceof UsageError) {
    host.err(
      `proviso: ${error.message}\nproviso --help lists the commands, proviso COMMAND --help their options`,
    );
    return exitCodes.usage;
  }
  // Known by its name, as nothing else here needs the emitters.
  if (error instanceof Error && error.name === "TemplateError") {
    host.err(
      `proviso: ${error.message}\nnothing was changed; the built-in ones are in @proviso/emitters/templates`,
    );
    return exitCodes.findings;
  }
  // A system error names its file and reason; its stack would only say that we touched a file.
  const isSystemError = error instanceof Error && "syscall" in error;
  const text = error instanceof Error ? (isSystemError ? error.message : error.stack) : String(error);
  host.err(
    isSystemError ? `proviso: ${text}; nothing was changed` : `proviso: this is a bug in proviso\n${text}`,
  );
  return exitCodes.internal;
}
