import type { DurableState, Reviewer } from "@proviso/server";
import {
  type ExitCode,
  type HelpArgument,
  type ProgramCommand,
  type ProgramHost,
  type ProgramLine,
  UsageError,
  takes,
  flag,
} from "@proviso/terminal";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import { ownPartOfId } from "../approvals/approval-records.ts";
import type { OpenDesk } from "./open-state.ts";

/** Where a command about approvals runs. */
export interface ApprovalsHost extends ProgramHost {
  out(text: string): void;
  /** Asks the person at the terminal for a line; absent where nobody sits at it. */
  readonly ask?: (question: string) => Promise<string>;
}

export interface ApprovalsCommandLine {
  readonly desk: OpenDesk;
  readonly state: DurableState;
  /** The argument after the source; empty if the command takes none. */
  readonly subject: string;
  readonly values: ProgramLine["values"];
}

export interface ApprovalsCommand extends ProgramCommand {
  run(request: ApprovalsCommandLine, host: ApprovalsHost): Promise<ExitCode>;
}

/** The operator of commands that only list approvals: deciding needs a name. */
export const viewer: Reviewer = { operator: "operator" };

export const idArgument: HelpArgument = {
  type: "positional",
  description: "An approval's id, or the short one that `list` prints.",
};
export const asOption: HelpArgument = takes("name", "Who decides; it is put on record.");
export const jsonOption: HelpArgument = flag("Print JSON.");

/** Options of commands that decide about an approval. */
export const decisionOptions: ProgramCommand["args"] = {
  as: asOption,
  reason: takes("text", "Why; it is put on record, and passed on with a no."),
};

/** The operator's name, which is put on record. */
export function operatorIn({ values }: ApprovalsCommandLine): { readonly operator: string } {
  const { as } = values;
  if (typeof as === "string" && as.trim() !== "") return { operator: as };
  throw new UsageError("say who you are, for the record: `--as NAME`");
}

export function reasonIn({ values }: ApprovalsCommandLine): { readonly reason?: string } {
  return typeof values["reason"] === "string" ? { reason: values["reason"] } : {};
}

export const shortestId = 6;

/** The approval with this id, or whose short id begins with the given text. */
export async function approvalOf({ desk, subject }: ApprovalsCommandLine): Promise<ReviewedApproval> {
  if (subject.length < shortestId)
    throw new UsageError(`an id has at least ${shortestId} characters; \`list\` prints them`);
  const [found, another] = (await desk.list(viewer)).filter(
    ({ id }) => id === subject || ownPartOfId(id).startsWith(subject),
  );
  if (another) throw new UsageError("several approvals have an id that begins like this: write more of it");
  if (!found) throw new UsageError("there is no approval with this id; `list --all` shows all");
  return found;
}

const shortIdDigits = 12;

/** Enough of an approval's id to find it, and no other one. */
export function shortIdOf(id: string): string {
  return ownPartOfId(id).slice(0, shortIdDigits);
}
