import { signInLink } from "@proviso/server/approvals";
import { exitCodes, UsageError } from "./exit-codes.ts";
import { operatorIn, type ApprovalsCommand } from "./approvals-command.ts";

export const linkCommand: ApprovalsCommand = {
  name: "link",
  summary: "Print a link that signs an operator in to the inbox in a browser, once, within ten minutes.",
  options: { as: { type: "string" }, url: { type: "string" } },
  async run(request, host) {
    const { url } = request.values;
    if (typeof url !== "string" || !URL.canParse(url))
      throw new UsageError("say where the inbox is: `--url` with `approvals.url` of the server");
    host.out(await signInLink({ ...request.state, url }, operatorIn(request)));
    return exitCodes.clean;
  },
};
