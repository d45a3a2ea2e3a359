// What the caller of a call that waits is told, for each state in which its approval can be.
import { expect, test } from "vitest";
import type { Approval, ApprovalDecision } from "../../src/api/approval.ts";
import { pendingApproval } from "../../src/approvals/pending-approval.ts";
import { anna } from "../sample.ts";

const now = Date.parse("2026-01-01T12:00:00Z");
const minute = 60_000;
const wanted = { maxAgeMs: 10 * minute, acr: "urn:two" };
const yes: ApprovalDecision = {
  verdict: "approve",
  by: { id: "carla", tenant: "acme", isOperator: false },
  via: "inbox",
  at: now,
};
const rules = { approver: "other", approvers: 2, permissions: [], isFromStated: false } as const;
const approval: Approval = {
  id: "f".repeat(48),
  state: "pending",
  terms: {
    product: "notes",
    env: "test",
    tool: "notes.create",
    principal: "anna",
    fingerprint: "a",
    contractHash: "b",
    planHash: null,
  },
  asker: { id: "anna", kind: "agent", tenant: "acme" },
  channel: "mcp",
  shown: {
    title: "Create",
    sentence: { isStated: false, parts: [] },
    label: { sentence: "", rows: [] } as never,
    description: "",
    riskLevel: "high",
    sideEffects: [],
    message: "",
    input: {},
  },
  rules,
  auditEvent: "notes.created",
  createdAt: now,
  expiresAt: now + 60 * minute,
  waitMs: 60 * minute,
  pauses: 0,
  decisions: [],
};
/** Signed in so many minutes ago. */
const signedIn = (minutes: number) => ({
  ...approval.asker,
  logIn: { authTime: (now - minutes * minute) / 1000, acr: wanted.acr },
});

const told = (more: Partial<Approval>) =>
  pendingApproval({ principal: anna }, { approval: { ...approval, ...more }, isNew: true }, undefined, now);

test("how many have approved is told as soon as one has", () => {
  expect(told({}).message).toContain("2 people have to approve it outside of this conversation. Tell");
  expect(told({ decisions: [yes] }).message).toContain("1 of them has approved it.");
  expect(told({ rules: { ...rules, approvers: 3 }, decisions: [yes, yes] }).message).toContain(
    "2 of them have approved it.",
  );
});

test("a call with all its approvals waits for a log-in alone, and is not to be approved again", () => {
  const { message } = told({ decisions: [yes, yes], rules: { ...rules, logIn: wanted } });
  expect(message).toMatch(
    /^This call is approved, but has not run yet: a log-in is missing\. Tell the user to sign in again/,
  );
  expect(message).toContain("Nobody has to approve it again.");
  expect(message).toContain("so it does when you make it with a newer log-in");
  expect(message).not.toContain("You cannot approve it yourself");
});

test("a log-in that is recent enough is told with its end, and is not asked for", () => {
  const { message, details } = told({ asker: signedIn(3), rules: { ...rules, logIn: wanted } });
  expect(message).toContain("recent enough for this call until 12:07 UTC;");
  expect(message).not.toContain("sign in there again.The");
  expect(details).not.toHaveProperty("maxAgeMs");
});

test("a log-in that is too old is asked for", () => {
  const { message, details } = told({ asker: signedIn(11), rules: { ...rules, logIn: wanted } });
  expect(message).toContain("so the user has to sign in there again.");
  expect(message).not.toContain("recent enough");
  expect(details).toMatchObject(wanted);
});

test("a call that needs no log-in tells nothing of one", () => {
  const { message, details } = told({});
  expect(message).not.toContain("log-in");
  expect(Object.keys(details ?? {}).toSorted()).toEqual(["approval", "expiresAt", "retryAfterMs"]);
});

test.each([
  [0, "ended because its time was up."],
  [1, "ended because its time was up, so what was approved then does not count."],
])("an approval that ended with %i approvals is told with what counts no more", (approvals, end) => {
  const { message } = told({ replaces: { id: "e", why: "expired", approvals } });
  expect(message).toContain(`It waited before, and that approval ${end}`);
});

test("a call that never waited before tells of nothing before", () => {
  expect(told({}).message).not.toContain("waited before");
});
