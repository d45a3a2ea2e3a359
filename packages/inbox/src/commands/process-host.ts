import process from "node:process";
import { createInterface } from "node:readline/promises";
import { printed } from "@proviso/terminal";
import type { ApprovalsHost } from "./approvals-command.ts";

/** The host of a program: prints to the standard streams. */
export function approvalsHost(): ApprovalsHost {
  return {
    out: (text) => void process.stdout.write(`${printed(text)}\n`),
    err: (text) => void process.stderr.write(`${printed(text)}\n`),
    ...(process.stdin.isTTY && process.stdout.isTTY ? { ask } : {}),
    ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
    color: process.stdout.isTTY && process.stdout.hasColors(),
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(printed(question));
  } finally {
    terminal.close();
  }
}
