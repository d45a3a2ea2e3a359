import process from "node:process";
import { approvalsHost } from "./commands/process-host.ts";
import { run } from "./commands/run.ts";

/** The program `proviso-approvals`, which `proviso approvals` starts. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), approvalsHost());
}
