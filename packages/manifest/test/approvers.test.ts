import { expect, test } from "vitest";
import {
  approvalTerms,
  approverLeeway,
  approverText,
  compareApprovers,
  type ApproverChange,
  type Confirmation,
} from "../src/index.ts";

const permissions = ["refunds:write"];
const always = (rules: object = {}): Confirmation => ({ kind: "always", ...rules });

test.each<[string, object, object]>([
  ["nothing", {}, { by: "either", approver: "self", approvers: 1, permissions, isFromStated: false }],
  ["somebody else", { approver: "other" }, { by: "inbox", approver: "other" }],
  ["two people", { approvers: 2 }, { by: "inbox", approvers: 2 }],
  ["two people in the client", { approvers: 2, by: "here" }, { by: "inbox" }],
  [
    "a permission",
    { from: "refunds:approve" },
    { by: "either", permissions: ["refunds:approve"], isFromStated: true },
  ],
])("where %s is stated, the rest follows", (_, stated, expected) =>
  expect(approvalTerms({ confirmation: always(stated), permissions })).toMatchObject(expected),
);

test("nobody else is named where nobody is asked", () =>
  expect(approvalTerms({ confirmation: { kind: "never" }, permissions })).toMatchObject({
    by: "either",
    approvers: 1,
  }));

test.each<[object, string]>([
  [{}, ""],
  [{ by: "here", approver: "self" }, "by the user, in the client that calls"],
  [{ approver: "self", by: "inbox" }, "by the user, or by an operator, in the inbox"],
  [{ approver: "self", from: "a:b" }, "by anybody, with the permission a:b, or by an operator"],
  [
    { approver: "other", from: "a:b" },
    "by somebody other than the user, with the permission a:b, or by an operator",
  ],
  [{ approvers: 2, from: "a:b" }, "by 2 people, with the permission a:b"],
  [{ approver: "other", approvers: 2, by: "inbox" }, "by 2 people, other than the user, in the inbox"],
  [{ by: "either" }, "by the user, or by an operator, in the client or in the inbox"],
  [{ by: "here" }, "by the user, in the client that calls"],
  [{ from: "a:b" }, "by anybody, with the permission a:b, or by an operator"],
  [{ edit: ["amount"] }, ""],
])("%j is told in words", (stated, words) => expect(approverText(always(stated))).toBe(words));

test.each<[object, string]>([
  [{ by: "inbox" }, ""],
  [{ edit: ["amount"] }, 'narrow "amount"'],
  [{ edit: ["amount", "to"], together: 5 }, 'narrow "amount" and "to", and approve up to 5 calls at once'],
])("%j lets an approver do more", (stated, words) => expect(approverLeeway(always(stated))).toBe(words));

test.each<[object, object, ApproverChange]>([
  [{}, {}, "same"],
  [{ from: "a:b" }, { from: "a:b" }, "same"],
  [{}, { approver: "self", approvers: 1 }, "same"],
  [{}, { approver: "other" }, "tightened"],
  [{ approvers: 2 }, { approvers: 3 }, "tightened"],
  [{ approvers: 2 }, {}, "loosened"],
  [{ approvers: 2 }, { approver: "other" }, "loosened"],
  [{}, { by: "inbox" }, "tightened"],
  [{ by: "either" }, {}, "tightened"],
  [{}, { by: "either" }, "loosened"],
  [{ by: "inbox" }, { by: "here" }, "loosened"],
  [{ by: "either" }, { by: "here" }, "loosened"],
  [{ from: "a:b" }, { from: "a:c" }, "loosened"],
  [{}, { from: "a:b" }, "loosened"],
  [{}, { by: "nowhere" }, "loosened"],
  [{}, { edit: ["amount"] }, "loosened"],
  [{}, { together: 5 }, "loosened"],
  [{ together: 5 }, { together: 6 }, "loosened"],
  [{ together: 5 }, { together: 2 }, "tightened"],
  [{ together: 5 }, {}, "tightened"],
  [{ edit: ["amount"] }, { edit: ["amount", "to"] }, "loosened"],
  [{ edit: ["amount", "to"] }, { edit: ["to"] }, "tightened"],
  [{ edit: ["to"] }, {}, "tightened"],
  [{ edit: ["to"] }, { edit: ["to"] }, "same"],
])("from %j to %j is %s", (before, after, change) =>
  expect(compareApprovers({ ...before }, { ...after })).toBe(change),
);
