import { exitCodes } from "../commands/exit-codes.ts";
import type { KeysCommand } from "./keys-command.ts";
import { printKeys } from "./print-keys.ts";

export const listKeysCommand: KeysCommand = {
  name: "list",
  summary:
    "List the keys: which one seals and signs, which ones are next or former, and what they are needed for.",
  options: { json: { type: "boolean" } },
  async run(request, host) {
    await printKeys(request, host);
    return exitCodes.clean;
  },
};
