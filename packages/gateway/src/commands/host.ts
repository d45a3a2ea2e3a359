import process from "node:process";
import { exitCodes, printed } from "@proviso/terminal";

/** Where a command prints. Standard output belongs to the protocol while a host is served over stdio. */
export interface GatewayHost {
  readonly cwd: string;
  /** Columns of the terminal; absent for a file. */
  readonly width?: number;
  readonly color: boolean;
  out(text: string): void;
  err(text: string): void;
}

/** The streams of this process. */
export function processHost(): GatewayHost {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe, such as `head`, has read enough: the command goes on, and its exit code counts.
    if (error.code !== "EPIPE") process.exit(exitCodes.internal);
  });
  return {
    cwd: process.cwd(),
    ...(process.stdout.isTTY && { width: process.stdout.columns }),
    color: process.stdout.isTTY && process.stdout.hasColors(),
    out: (text) => void process.stdout.write(`${printed(text)}\n`),
    err: (text) => void process.stderr.write(`${printed(text)}\n`),
  };
}
