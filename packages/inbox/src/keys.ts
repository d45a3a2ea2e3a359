import process from "node:process";
import { approvalsHost } from "./commands/process-host.ts";
import { run } from "./keys/run.ts";

/** The program `proviso-keys`, which `proviso keys` starts. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), approvalsHost());
}
