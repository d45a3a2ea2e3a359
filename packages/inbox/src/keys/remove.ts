import { findKey, keyUse, removeKey, type KeyKind } from "@proviso/trail";
import { exitCodes, flag } from "@proviso/terminal";
import { json, type KeysCommand } from "./keys-command.ts";
import { describeUse, printKeys } from "./print-keys.ts";

export const remove: KeysCommand = {
  name: "remove",
  summary: "Remove a former or a next key. What only this key opens cannot be read any more.",
  args: {
    id: {
      type: "positional",
      description: "The id of a key, or its first six or more digits, as `list` prints it.",
    },
    force: flag("Also if stored values need the key: they cannot be read any more."),
    json,
  },
  async run(request, host) {
    const { folder, id, values } = request;
    const key = findKey(folder, id);
    const use = values["force"] ? undefined : await keyUse(folder, key);
    const needed = use && describeUse(use);
    if (key.role === "former" && !use && !values["force"]) {
      host.err(
        `proviso keys: nobody can count here what still needs ${key.id}, because there is no SQLite database in the folder; --force removes it anyway`,
      );
      return exitCodes.findings;
    }
    if (key.role === "former" && needed !== undefined) {
      host.err(`proviso keys: ${key.id} is still needed for ${needed}${remedies[key.kind]}`);
      return exitCodes.findings;
    }
    removeKey(folder, key.id);
    await printKeys(
      request,
      host,
      "servers forget this key at their next start; remove copies elsewhere too, on other machines and in backups",
    );
    return exitCodes.clean;
  },
};

const remedies: Readonly<Record<KeyKind, string>> = {
  state: "; --force removes it anyway, and nobody can read them any more",
  audit:
    ": start each of these writers once, and it introduces the new key; --force removes it anyway, and such a chain cannot be continued",
};
