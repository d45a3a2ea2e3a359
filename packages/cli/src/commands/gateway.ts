import { programCommand } from "./program-command.ts";
import type { Command } from "./command.ts";

export const gateway: Command = programCommand({
  name: "gateway",
  summary: "Put contracts in front of a server that somebody else wrote.",
  words: ["accept", "install", "uninstall"],
  takes: "TOOL",
  package: "@proviso/gateway",
  does: "guards other people's servers",
  npx: "npx @proviso/gateway",
  forwardsAll: true,
});
