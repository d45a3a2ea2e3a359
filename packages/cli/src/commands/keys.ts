import { programCommand } from "./program-command.ts";
import type { Command } from "./command.ts";

export const keys: Command = programCommand({
  name: "keys",
  summary: "Rotate the keys that seal the state of a server and sign its audit trail.",
  words: ["list", "new", "rotate", "remove"],
  takes: "FOLDER",
  package: "@proviso/inbox",
  does: "rotates keys",
  npx: "npx --package @proviso/inbox proviso-keys",
});
