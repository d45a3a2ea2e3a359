import { UsageError } from "@proviso/terminal";
import type { Command } from "./command.ts";
import { forwardToProgram } from "./program-command.ts";

/** The package has the help of every option; these names complete command lines. */
export const replay: Command = {
  name: "replay",
  summary: "Judge the calls of an audit trail by other contracts, before they are enforced.",
  args: {
    trail: { type: "string", valueHint: "source", description: "The audit trail." },
    contracts: { type: "string", valueHint: "folder", description: "The contracts to judge by." },
    was: { type: "string", valueHint: "folder", description: "The contracts that were enforced." },
    since: { type: "string", valueHint: "time", description: "Report only later calls." },
    tool: { type: "string", valueHint: "name", description: "Only calls of this tool." },
    env: { type: "string", valueHint: "name", description: "`env.name` in conditions." },
    "fail-on": {
      type: "string",
      valueHint: "verdict",
      description: "Exit with 1 if a call has this verdict.",
    },
    unverified: { type: "boolean", description: "Also judge a trail that cannot be verified." },
    format: { type: "string", valueHint: "format", description: "text, json or markdown." },
    json: { type: "boolean", description: "The same as --format json." },
  },
  forwardsAll: true,
  run: () => {
    throw new UsageError("write proviso replay --trail SOURCE --contracts FOLDER");
  },
  forward: (given, host) =>
    forwardToProgram(
      {
        name: "replay",
        package: "@proviso/replay",
        does: "judges recorded calls",
      },
      given,
      host,
    ),
};
