import process from "node:process";
import { run } from "./program/run.ts";

/** The program `proviso-verify`, which `proviso verify` starts. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2));
}
