import process from "node:process";
import { run } from "./commands/run.ts";

/** The program `proviso-replay`, which `proviso replay` starts. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2));
}
