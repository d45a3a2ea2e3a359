import { printJson } from "@proviso/manifest";
import { exitCodes } from "./exit-codes.ts";
import { printApproval } from "./print-approval.ts";
import { approvalOf, type ApprovalsCommand } from "./approvals-command.ts";

export const show: ApprovalsCommand = {
  name: "show",
  summary: "Show who asks for what, with every argument, the plan and the effects.",
  subject: "ID",
  options: { json: { type: "boolean" } },
  async run(request, host) {
    const approval = await approvalOf(request);
    host.out(request.values["json"] ? printJson(approval, 2) : printApproval(approval));
    return exitCodes.clean;
  },
};
