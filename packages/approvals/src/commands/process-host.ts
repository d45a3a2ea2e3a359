import process from "node:process";
import { printed } from "@proviso/terminal";
import type { ApprovalsHost } from "./approvals-command.ts";

/** The host of a program: prints to the standard streams. */
export function processHost(): ApprovalsHost {
  return {
    out: (text) => void process.stdout.write(`${printed(text)}\n`),
    err: (text) => void process.stderr.write(`${printed(text)}\n`),
    ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
    color: process.stdout.isTTY && process.stdout.hasColors(),
  };
}
