import { escapeText, printJson } from "@proviso/manifest";
import { exitCodes, printTable, UsageError } from "@proviso/terminal";
import type { ReviewedMandate } from "../api/mandate.ts";
import { ownPartOfMandate } from "../mandates/mandate-records.ts";
import { askerOf, timeOf } from "./print-approval.ts";
import {
  decisionOptions,
  jsonOption,
  operatorIn,
  reasonIn,
  shortestId,
  viewer,
  type ApprovalsCommand,
} from "./approvals-command.ts";

export const mandatesCommand: ApprovalsCommand = {
  name: "mandates",
  summary: "List standing approvals: calls that people have approved beforehand.",
  args: { json: jsonOption },
  async run({ desk, values }, host) {
    const found = await desk.mandates.list(viewer);
    const none = "no calls are approved beforehand";
    if (values["json"]) host.out(printJson(found, 2));
    else host.out(found.length === 0 ? none : printMandates(found, host.width));
    return exitCodes.clean;
  },
};

export const revokeCommand: ApprovalsCommand = {
  name: "revoke",
  summary: "End a standing approval at once, in every server.",
  args: {
    id: { type: "positional", description: "Its id, or as much of it as `mandates` prints." },
    ...decisionOptions,
  },
  async run(request, host) {
    const { desk, subject } = request;
    const by = operatorIn(request);
    if (subject.length < shortestId) throw new UsageError(`an id has at least ${shortestId} characters`);
    const found = (await desk.mandates.list(viewer)).filter(({ id }) => id.startsWith(subject));
    const [mandate] = found;
    if (!mandate || found.length > 1)
      throw new UsageError("there is not exactly one standing approval with this id; `mandates` lists all");
    const revoked = await desk.mandates.revoke(mandate.id, by, { via: "terminal", ...reasonIn(request) });
    if (revoked.ok) host.out(`revoked ${ownPartOfMandate(mandate.id)} ${escapeText(mandate.tool)}`);
    else host.err(`proviso approvals: ${revoked.message}`);
    return revoked.ok ? exitCodes.clean : exitCodes.findings;
  },
};

/** Whoever runs a command has the contracts of no server: it does not know whether they have changed. */
function printMandates(mandates: readonly ReviewedMandate[], width: number | undefined): string {
  const rows = mandates.map((mandate) => [
    ownPartOfMandate(mandate.id),
    mandate.state.replaceAll("_", " "),
    escapeText(askerOf({ asker: mandate.caller })),
    escapeText(mandate.tool),
    `${mandate.used} of ${mandate.count}`,
    mandate.total ? `${mandate.spent} of ${mandate.total.limit} ${escapeText(mandate.total.of)}` : "",
    timeOf(mandate.until),
    escapeText(mandate.by.id),
    escapeText(mandate.when),
  ]);
  const columns = ["id", "state", "for calls of", "tool", "used", "total", "until", "granted by", "where"];
  return printTable(columns, rows, { width });
}
