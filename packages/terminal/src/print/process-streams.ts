import process from "node:process";
import { exitCodes } from "../exit/exit-codes.ts";
import { printed, printedLine } from "./printed.ts";

/** Where a program prints. */
export interface ProcessStreams {
  /** Columns of the terminal; absent for a file. */
  readonly width?: number;
  readonly color: boolean;
  /** Prints results. `commands`: lines for a CI runner, in which the data is escaped. */
  out(text: string, holds?: "commands"): void;
  /** Prints what will be done, and errors. */
  err(text: string): void;
  /** Shows progress on a terminal; the next output replaces it. */
  progress(text: string): void;
}

const clearLine = "\r\u001b[2K";

/** The streams of this process. */
export function processStreams(): ProcessStreams {
  let isShowing = false;
  const write = (stream: NodeJS.WriteStream, text: string, holds?: "commands"): void => {
    if (isShowing) process.stderr.write(clearLine);
    isShowing = false;
    stream.write(`${printed(text, holds)}\n`);
  };
  // A reader that closes the pipe, such as `head`, has read enough: the exit code still counts.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      if (stream === process.stdout) process.stderr.write(`${printed(`proviso: ${error.message}`)}\n`);
      process.exit(exitCodes.internal);
    });
  return {
    ...(process.stdout.isTTY && { width: process.stdout.columns }),
    color: process.stdout.isTTY && process.stdout.hasColors(),
    out: (text, holds) => write(process.stdout, text, holds),
    err: (text) => write(process.stderr, text),
    progress(text) {
      if (!process.stderr.isTTY) return;
      process.stderr.write(`${clearLine}${printedLine(text)}…`);
      isShowing = true;
    },
  };
}
