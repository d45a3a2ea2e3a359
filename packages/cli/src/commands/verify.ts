import { programCommand } from "./program-command.ts";
import type { Command } from "./command.ts";

export const verify: Command = programCommand({
  name: "verify",
  summary: "Try to refute what a server claims about its tools, by calling them and watching the world.",
  words: [],
  takes: "-- COMMAND",
  package: "@proviso/verify",
  does: "tries the claims of servers",
  npx: "npx @proviso/verify",
  forwardsAll: true,
});
