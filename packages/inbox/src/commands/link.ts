import { exitCodes, UsageError, takes } from "@proviso/terminal";
import { signInLink } from "../sessions/sign-in-link.ts";
import { asOption, operatorIn, type ApprovalsCommand } from "./approvals-command.ts";

export const linkCommand: ApprovalsCommand = {
  name: "link",
  summary: "Print a link that signs an operator in to the inbox in a browser, once, within ten minutes.",
  args: {
    as: asOption,
    url: takes("address", "Where people find the inbox: the address that the server gives to `inbox`."),
  },
  async run(request, host) {
    const { url } = request.values;
    if (typeof url !== "string" || !URL.canParse(url))
      throw new UsageError(
        "say where the inbox is: `--url` with the address that the server gives to `inbox`",
      );
    host.out(await signInLink({ ...request.state, url }, operatorIn(request)));
    return exitCodes.clean;
  },
};
