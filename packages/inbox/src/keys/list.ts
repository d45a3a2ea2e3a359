import { exitCodes } from "@proviso/terminal";
import { json, type KeysCommand } from "./keys-command.ts";
import { printKeys } from "./print-keys.ts";

export const listKeysCommand: KeysCommand = {
  name: "list",
  summary:
    "List the keys: which one seals and signs, which ones are next or former, and what they are needed for.",
  args: { json },
  async run(request, host) {
    await printKeys(request, host);
    return exitCodes.clean;
  },
};
