import { escapeText } from "@proviso/manifest";
import { newKeys } from "@proviso/trail";
import { exitCodes } from "@proviso/terminal";
import { json, type KeysCommand } from "./keys-command.ts";
import { printKeys } from "./print-keys.ts";

export const newCommand: KeysCommand = {
  name: "new",
  summary: "Make the next keys. Servers read them at their next start, and go on with the current ones.",
  args: { json },
  async run(request, host) {
    const made = newKeys(request.folder);
    const isFirst = made.every(({ role }) => role === "current");
    const folder = escapeText(request.folder);
    await printKeys(
      request,
      host,
      isFirst
        ? "these are the first keys; servers use them from their next start on"
        : `restart every server that uses these keys, then \`proviso keys rotate ${folder}\``,
    );
    return exitCodes.clean;
  },
};
