import type { ParseArgsOptionsConfig } from "node:util";
import type { DurableState, Reviewer } from "@proviso/server";
import { UsageError, type ExitCode } from "@proviso/terminal";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import { ownPartOfId } from "../approvals/approval-records.ts";
import type { OpenDesk } from "./open-state.ts";

/** Where a command about approvals runs. Only its implementation touches `process`. */
export interface ApprovalsHost {
  /** Prints results: whole lines, without the last line end. */
  out(text: string): void;
  err(text: string): void;
  /** Asks the person at the terminal for a line; absent where nobody sits at it. */
  readonly ask?: (question: string) => Promise<string>;
  /** Of the terminal that shows results; undefined if they go elsewhere. */
  readonly width?: number | undefined;
  readonly color: boolean;
}

export interface ApprovalsCommandLine {
  readonly desk: OpenDesk;
  readonly state: DurableState;
  /** The argument after the source; empty if the command takes none. */
  readonly subject: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ApprovalsCommand {
  readonly name: string;
  readonly summary: string;
  /** The argument after the source, if there is one. */
  readonly subject?: string;
  readonly options: ParseArgsOptionsConfig;
  run(request: ApprovalsCommandLine, host: ApprovalsHost): Promise<ExitCode>;
}

/** The operator of commands that only list approvals: deciding needs a name. */
export const viewer: Reviewer = { operator: "operator" };

/** Options of commands that decide about an approval. */
export const decisionOptions: ParseArgsOptionsConfig = {
  as: { type: "string" },
  reason: { type: "string" },
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

const shortestId = 6;

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
