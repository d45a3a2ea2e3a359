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

test.each(["anna", "Anna", " anna ", "ａｎｎａ"])("an operator called %j is the one who asked", (id) =>
  expect(objectionTo(approval([]), { id, isOperator: true }, [])).toBe("own_call"),
);

test.each(["carla", "Carla", "carla "])("an operator called %j is the person who approved before", (id) =>
  expect(objectionTo(approval(["carla"]), { id, isOperator: true }, [])).toBe("decided_before"),
);

test("another operator may approve", () =>
  expect(objectionTo(approval(["carla"]), { id: "dora", isOperator: true }, [])).toBeUndefined());
