import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "@proviso/terminal";

interface Reading<Options> {
  args: string[];
  options: Options;
  allowPositionals: true;
  strict: true;
}

/** Reads words by the options that a command has. Throws a `UsageError` for anything else. */
export function readWords<Options extends NonNullable<ParseArgsConfig["options"]>>(
  words: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<Reading<Options>>> {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "the options cannot be read");
  }
}
