import process from "node:process";
import { run } from "./commands/run.ts";
import { processHost } from "./terminal/process-host.ts";

export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processHost());
}
