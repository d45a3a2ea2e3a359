import { runCli } from "./cli.ts";
import { processHost } from "./session.ts";

process.exitCode = await runCli(process.argv.slice(2), processHost());
