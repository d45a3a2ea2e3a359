import { programCommand } from "./program-command.ts";
import type { Command } from "./command.ts";

export const approvals: Command = programCommand({
  name: "approvals",
  summary: "Decide about calls of a server that wait for a person, and pause its tools.",
  words: ["list", "show", "approve", "deny", "mandates", "revoke", "link", "pause", "resume"],
  takes: "STATE",
  package: "@proviso/inbox",
  does: "decides about calls that wait",
  npx: "npx @proviso/inbox",
});
