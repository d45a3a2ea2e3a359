import { printJson } from "@proviso/manifest";
import type { AuditCommand } from "./command.ts";
import { exitCodes, flag } from "@proviso/terminal";

export const head: AuditCommand = {
  name: "head",
  summary: "Print the heads as JSON; keep them elsewhere for `verify --expect-head`.",
  args: {
    json: flag("The same: heads are printed as JSON in any case."),
  },
  async run(commandLine, host) {
    await host.out(printJson(await commandLine.read((trail) => trail.heads()), 2));
    return exitCodes.clean;
  },
};
