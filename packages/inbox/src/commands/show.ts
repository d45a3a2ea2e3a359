import { printJson } from "@proviso/manifest";
import { exitCodes } from "@proviso/terminal";
import { printApproval } from "./print-approval.ts";
import { approvalOf, idArgument, jsonOption, viewer, type ApprovalsCommand } from "./approvals-command.ts";

export const showCommand: ApprovalsCommand = {
  name: "show",
  summary: "Show who asks for what, with every argument, the plan and the effects.",
  args: { id: idArgument, json: jsonOption },
  async run(request, host) {
    // The whole id also names an approval whose place another has taken.
    const approval = (await request.desk.get(request.subject, viewer)) ?? (await approvalOf(request));
    host.out(request.values["json"] ? printJson(approval, 2) : printApproval(approval));
    return exitCodes.clean;
  },
};
