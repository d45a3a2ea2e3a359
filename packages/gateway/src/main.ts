import process from "node:process";
import { run } from "./commands/run.ts";

/** The program `proviso-gateway`, which `proviso gateway` starts. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2));
}
