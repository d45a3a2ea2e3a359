import type { ToolContract } from "@proviso/manifest";
import type { Approval } from "../../src/api/approval.ts";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import type { Outcome, Principal } from "../../../server/src/api/outcome.ts";
import { anna, fixture, highRisk, tool, type Fixture } from "../sample.ts";

const person = (id: string, more: Partial<Principal> = {}): Reviewer => ({
  principal: { id, tenant: "acme", kind: "user", permissions: ["notes:write"], ...more },
});

/** The person for whom `anna`, the agent, acts; two colleagues; and an operator. */
export const annaHerself: Reviewer = person("anna");
export const carla: Reviewer = person("carla", { permissions: ["notes:write", "notes:approve"] });
export const dora: Reviewer = person("dora", { permissions: ["notes:write", "notes:approve"] });
export const operator: Reviewer = { operator: "olga" };
export { person };

export const other = {
  ...highRisk,
  confirmation: { kind: "always", by: "inbox", approver: "other", from: "notes:approve" },
} as const satisfies Partial<ToolContract>;
export const two = {
  ...highRisk,
  confirmation: { ...other.confirmation, approvers: 2 },
} as const satisfies Partial<ToolContract>;

export const url = "https://office.example/approvals";

/** A server with the inbox turned on. */
export function inboxFixture(options: Fixture = {}) {
  return fixture({ tools: [tool(highRisk)], approvals: { url, inboxFrom: "critical" }, ...options });
}

export const input = { text: "a" };

/** Calls, and gives the id of the approval for which the call waits. */
export async function waitFor(
  { callAs }: Pick<ReturnType<typeof fixture>, "callAs">,
  given: object = input,
  principal: Principal = anna,
): Promise<string> {
  return approvalIn(await callAs(principal)("notes.create", given));
}

export function approvalIn(outcome: Outcome): string {
  const id = "failure" in outcome ? outcome.failure.details?.["approval"] : undefined;
  if (typeof id !== "string") throw new Error(`nothing waits: ${JSON.stringify(outcome)}`);
  return id;
}

export function statesOf(approvals: readonly Approval[]): readonly string[] {
  return approvals.map(({ state, withdrawn }) => withdrawn ?? state);
}
