import { runCli } from "./commands/cli.ts";
import { processHost } from "./session/session.ts";

process.exitCode = await runCli(process.argv.slice(2), processHost());
