import process from "node:process";
import { createInterface } from "node:readline/promises";
import { printed, processStreams } from "@proviso/terminal";
import type { ApprovalsHost } from "./approvals-command.ts";

/** The host of a program: prints to the standard streams. */
export function approvalsHost(): ApprovalsHost {
  return { ...processStreams(), ...(process.stdin.isTTY && process.stdout.isTTY && { ask }) };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(printed(question));
  } finally {
    terminal.close();
  }
}
