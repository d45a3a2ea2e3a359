import { printJson } from "@proviso/manifest";
import { exitCodes, flag } from "@proviso/terminal";
import { printApprovals, printPause } from "./print-approval.ts";
import { jsonOption, viewer, type ApprovalsCommand } from "./approvals-command.ts";

export const listCommand: ApprovalsCommand = {
  name: "list",
  summary: "List what waits and what is paused; --all: also what has been decided or has ended.",
  args: {
    all: flag("Also what has been decided or has ended."),
    json: jsonOption,
  },
  async run({ desk, values }, host) {
    const found = await desk.list(viewer, { isOpen: values["all"] !== true });
    const approvals = values["all"] ? found : found.filter(({ state }) => state === "pending");
    const paused = await desk.pauses.list();
    if (values["json"]) host.out(printJson({ approvals, paused }, 2));
    else {
      host.out(approvals.length === 0 ? "nothing waits" : printApprovals(approvals, host.width));
      if (!values["all"]) host.out("--all lists also what has been decided or has ended");
      if (paused.length > 0) host.out(["", "paused:", ...paused.map(printPause)].join("\n"));
    }
    return exitCodes.clean;
  },
};
