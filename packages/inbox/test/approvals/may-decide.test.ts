import { expect, test } from "vitest";
import type { Approval } from "../../src/api/approval.ts";
import { objectionTo } from "../../src/approvals/may-decide.ts";

const rules = { approver: "other", approvers: 2, permissions: [], isFromStated: false } as const;
const anna = { id: "anna", isOperator: false, kind: "agent" } as const;
const approval = (ids: readonly string[]): Pick<Approval, "asker" | "decisions" | "rules"> => ({
  asker: anna,
  rules,
  decisions: ids.map((id) => ({ verdict: "approve", by: { id, isOperator: false }, via: "inbox", at: 0 })),
});

test.each(["anna", "Anna", " anna ", "ａｎｎａ", "аnna", "an na", "änna", "α-nna"])(
  "an operator called %j is the one who asked",
  (id) => expect(objectionTo(approval([]), { id, isOperator: true }, [])).toBe("own_call"),
);

test.each([
  ["cop", { ...anna, id: "сор" }],
  ["anna", { ...anna, id: "anna@acme.example" }],
  ["anna smith", { ...anna, id: "usr_7", name: "Anna Smith" }],
  ["***", { ...anna, id: "***" }],
  ["anna@acme", { ...anna, tenant: "acme" }],
])("an operator called %j is the one who asked, if they look alike", (id, asker) =>
  expect(objectionTo({ ...approval([]), asker }, { id, isOperator: true }, [])).toBe("own_call"),
);

test.each(["anne", "joanna", "***"])("an operator called %j is somebody else", (id) =>
  expect(
    objectionTo({ ...approval([]), rules: { ...rules, approvers: 1 } }, { id, isOperator: true }, []),
  ).toBeUndefined(),
);

test("an operator may approve where one person is enough, and is none of several people", () => {
  const olga = { id: "olga", isOperator: true };
  const one = { ...approval([]), rules: { ...rules, approvers: 1 } };
  expect(objectionTo(one, olga, [])).toBeUndefined();
  expect(objectionTo(approval([]), olga, [])).toBe("needs_signed_in_people");
});
