import process from "node:process";
import { exitCodes, printed, printedLine } from "@proviso/terminal";

/** Where the program runs. */
export interface VerifyHost {
  readonly cwd: string;
  /** Columns of the terminal; absent for a file. */
  readonly width?: number;
  readonly color: boolean;
  /** The report. */
  out(text: string): void;
  /** What will be done, and errors. */
  err(text: string): void;
  /** Shows progress on a terminal; the next output replaces it. */
  progress(text: string): void;
  /** Calls back when the user asks the run to stop. Returns how to stop listening. */
  onInterrupt(stop: () => void): () => void;
}

const clearLine = "\r\u001b[2K";

/** The streams and signals of this process. */
export function processHost(): VerifyHost {
  let isShowing = false;
  const clear = (): void => {
    if (isShowing) process.stderr.write(clearLine);
    isShowing = false;
  };
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exit(exitCodes.internal);
  });
  return {
    cwd: process.cwd(),
    ...(process.stdout.isTTY && { width: process.stdout.columns }),
    color: process.stdout.isTTY && process.stdout.hasColors(),
    out(text) {
      clear();
      process.stdout.write(`${printed(text)}\n`);
    },
    err(text) {
      clear();
      process.stderr.write(`${printed(text)}\n`);
    },
    progress(text) {
      if (!process.stderr.isTTY) return;
      process.stderr.write(`${clearLine}${printedLine(text)}…`);
      isShowing = true;
    },
    onInterrupt(stop) {
      const signals = ["SIGINT", "SIGTERM"] as const;
      for (const signal of signals) process.once(signal, stop);
      return () => {
        for (const signal of signals) process.off(signal, stop);
      };
    },
  };
}
