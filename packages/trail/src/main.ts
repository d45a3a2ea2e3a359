import process from "node:process";
import { printed } from "@proviso/terminal";
import type { AuditHost } from "./commands/command.ts";
import { run } from "./commands/run.ts";

/** The program `proviso-audit`, which `proviso audit` starts. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processHost());
}

function processHost(): AuditHost {
  const enough = new AbortController();
  process.once("SIGINT", () => enough.abort());
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as in `proviso audit export … | head`.
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  return {
    signal: enough.signal,
    out: (text) =>
      new Promise((resolve) => {
        if (process.stdout.write(`${printed(text)}\n`)) resolve();
        else process.stdout.once("drain", resolve);
      }),
    err: (text) => void process.stderr.write(`${printed(text)}\n`),
    ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
    color: process.stdout.isTTY && process.stdout.hasColors(),
  };
}
