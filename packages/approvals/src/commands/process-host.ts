import process from "node:process";
import type { ApprovalsHost } from "./approvals-command.ts";

/** The host of a program: prints to the standard streams. */
export function processHost(): ApprovalsHost {
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
    color: process.stdout.isTTY && process.stdout.hasColors(),
  };
}
