import { expect, test } from "vitest";
import type { Approval } from "../../src/api/approval.ts";
import { readEdits } from "../../src/pages/edit-fields.ts";

const approval = {
  rules: { edit: ["amount", "to"] },
  shown: { input: { amount: 1e21, to: ["a", "b"] } },
} as unknown as Approval;
const untouched = [
  ["edit-0", "1e+21"],
  ["edit-1-0", "on"],
  ["edit-1-1", "on"],
] as const;

test.each([
  ["nothing", {}, undefined],
  ["a number", { "edit-0": "70.5" }, { amount: 70.5 }],
  ["a number that cannot be read", { "edit-0": "1e3" }, { amount: null }],
])("a form in which %s is changed", (_, changes, edits) => {
  const form = new Map(Object.entries({ ...Object.fromEntries(untouched), ...changes }));
  expect(readEdits(approval, form)).toEqual(edits);
});

test("a form in which an item is left out", () => {
  expect(readEdits(approval, new Map(untouched.slice(0, 2)))).toEqual({ to: ["a"] });
});
