import process from "node:process";
import { run } from "./commands/run.ts";

/** The program `proviso-approvals`, which `proviso approvals` starts. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
    color: process.stdout.isTTY && process.stdout.hasColors(),
  });
}
