import type { ApprovalRules, Confirmation, ToolContract } from "../contract/contract.ts";

/** Who approves a call and where, complete. */
export interface ApprovalTerms extends Required<Omit<ApprovalRules, "from">> {
  /** What an approver must hold: the stated permission, or what the tool itself needs. */
  readonly permissions: readonly string[];
  /** Whether the author states who may approve. */
  readonly isFromStated: boolean;
}

/** The client that called belongs to one person: it cannot ask somebody else, or several people. */
export function approvalTerms({
  confirmation,
  permissions,
}: Pick<ToolContract, "confirmation" | "permissions">): ApprovalTerms {
  const { by, approver = "self", approvers = 1, edit = [], from, together = 1 } = rulesOf(confirmation);
  const needsInbox = approver === "other" || approvers > 1;
  return {
    by: needsInbox ? "inbox" : (by ?? "either"),
    approver,
    approvers,
    permissions: from === undefined ? permissions : [from],
    isFromStated: from !== undefined,
    edit,
    together,
  };
}

/** Whether a person may answer beforehand, for a bounded class of calls, where the server asks. The inbox decides by the same rules (`toolProblem`). */
export function mayStand(tool: Pick<ToolContract, "confirmation" | "permissions">): boolean {
  const { approvers, by } = approvalTerms(tool);
  return approvers < 2 && by !== "here";
}

/** The rules as the author states them. */
export function rulesOf(confirmation: Confirmation): ApprovalRules {
  return confirmation.kind === "never" ? {} : confirmation;
}

/**
 * Who approves and where, as the end of a sentence; empty where the author states nothing. The user is the person for whom the call is made. An operator needs no permission, is somebody else,
 * and is none of several (`objectionTo` of the inbox).
 */
export function approverText(confirmation: Confirmation): string {
  const { by, approver: stated, approvers, from } = rulesOf(confirmation);
  if ([by, stated, approvers, from].every((rule) => rule === undefined)) return "";
  const approver = stated ?? "self";
  const many = approvers !== undefined && approvers > 1;
  const mayOperator = !many && by !== "here";
  const who = [
    ...(many ? [`by ${approvers} people`] : []),
    ...(approver === "other" ? [many ? "other than the user" : "by somebody other than the user"] : []),
    ...(approver === "self" && from === undefined && !many ? ["by the user"] : []),
    // Whoever holds the permission may then approve, the user among them.
    ...(approver === "self" && from !== undefined && !many ? ["by anybody"] : []),
    ...(from === undefined ? [] : [`with the permission ${from}`]),
    ...(mayOperator && (from !== undefined || approver === "self") ? ["or by an operator"] : []),
    ...(by === "here" ? ["in the client that calls"] : []),
    ...(by === "inbox" ? ["in the inbox"] : []),
    ...(by === "either" ? ["in the client or in the inbox"] : []),
  ];
  return who.join(", ");
}

/** What an approver may do besides yes or no to one call, after "may"; empty if nothing. */
export function approverLeeway(confirmation: Confirmation): string {
  const { edit = [], together = 1 } = rulesOf(confirmation);
  const leeway = [
    ...(edit.length > 0 ? [`narrow ${edit.map((name) => JSON.stringify(name)).join(" and ")}`] : []),
    ...(together > 1 ? [`approve up to ${together} calls at once`] : []),
  ];
  return leeway.join(", and ");
}
