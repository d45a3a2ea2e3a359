import process from "node:process";
import { exitCodes, printed } from "@proviso/terminal";

/** Where the program prints. */
export interface ReplayHost {
  /** Columns of the terminal; absent for a file. */
  readonly width?: number;
  readonly color: boolean;
  out(text: string): void;
  err(text: string): void;
}

/** The streams of this process. */
export function processHost(): ReplayHost {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe, such as `head`, has read enough: the exit code still counts.
    if (error.code !== "EPIPE") process.exit(exitCodes.internal);
  });
  return {
    ...(process.stdout.isTTY && { width: process.stdout.columns }),
    color: process.stdout.isTTY && process.stdout.hasColors(),
    out: (text) => void process.stdout.write(`${printed(text)}\n`),
    err: (text) => void process.stderr.write(`${printed(text)}\n`),
  };
}
