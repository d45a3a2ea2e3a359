import { rotateKeys } from "@proviso/trail";
import { exitCodes } from "@proviso/terminal";
import { json, type KeysCommand } from "./keys-command.ts";
import { printKeys } from "./print-keys.ts";

export const rotate: KeysCommand = {
  name: "rotate",
  summary: "Make the next keys the current ones. The former ones still open what they have sealed.",
  args: { json },
  async run(request, host) {
    rotateKeys(request.folder);
    await printKeys(
      request,
      host,
      "restart every server that uses these keys, one after the other; remove a former key when nothing needs it any more",
    );
    return exitCodes.clean;
  },
};
