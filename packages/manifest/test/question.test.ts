import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { canonicalJson, type Json, type JsonObject, type ToolContract } from "../src/index.ts";
import { questionText } from "../src/question.ts";

const fingerprint = (value: Json): string => hash("sha256", canonicalJson(value), "hex");

const contract = {
  name: "notes.delete",
  title: "Delete a note",
  description: "Deletes one note.",
  riskLevel: "high",
  inputSchema: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  sideEffects: [{ kind: "deletes", description: "The note.", reversible: false, external: false }],
} as unknown as ToolContract;

test("a question is made of a contract and a call alone, without a server", () => {
  const call = { caller: { kind: "user", id: "anna" }, input: { id: "n_1" }, until: "noon" };
  const plan = { notes: 1, paid: { cents: 12300, currency: "EUR" }, of: { cents: 1 }, customer: "Hansen" };
  expect(questionText({ contract, ...call, plan }, fingerprint)).toBe(
    [
      'Delete a note: id "n_1"',
      "Cannot be undone.",
      "In quotes above, and under `Arguments`: what the caller wrote. Nobody has checked it.",
      "A yes runs `notes.delete` once, with exactly these arguments.",
      "",
      "What this call would do:",
      "- notes: `1`",
      "- paid: EUR 123.00",
      "- of.cents: `1`",
      '- customer: `"Hansen"`',
      "",
      "What it does:",
      "- deletes: The note. (cannot be undone)",
      "A repeated call acts again.",
      "",
      'Delete a note (notes.delete, high risk), asked for by `"anna"`',
      "Deletes one note.",
      "The question is open until noon. If you decline it, or do not answer, nothing runs.",
      "",
      "Arguments:",
      '- id: `"n_1"`',
    ].join("\n"),
  );
});

test("a tool that acts on its own says of its plan or its steps what they are", () => {
  const call = { caller: { kind: "user", id: "anna" }, input: {}, until: "noon" };
  const hints = { ...contract.hints, agencyHint: true };
  const asked = (steps: NonNullable<ToolContract["steps"]>, plan?: JsonObject) =>
    questionText({ ...call, contract: { ...contract, hints, steps }, ...(plan && { plan }) }, fingerprint);
  const steps = [{ name: "decide", does: "Chooses." }];
  expect(asked(steps, { notes: 1 })).toContain("what it would do is in the plan; a changed plan is refused.");
  expect(asked(steps)).toContain("it decides by itself which of its steps it takes.");
  expect(asked([])).toContain("it decides by itself on several steps that are not listed here.");
});

test("a question names the characters that look like others", () => {
  const call = { caller: { kind: "user", id: "\u0430nna" }, input: { to: "p\u0430ypal.com" }, until: "noon" };
  const question = questionText({ contract, ...call }, fingerprint) ?? "";
  expect(question).toContain('asked for by `"\u0430nna"` (look-alikes: U+0430)\n');
  expect(question).toContain('- to: `"p\u0430ypal.com"`\n  (look-alikes: U+0430)');
});

test("there is no question if there is too much to show", () => {
  const call = { caller: { kind: "user", id: "anna" }, until: "noon" };
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`field${index}`, "value"]));
  expect(questionText({ contract, ...call, input: many }, fingerprint)).toBeUndefined();
});

test("a question about a tool that only reads says so, and whether it returns private data", () => {
  const call = { caller: { kind: "user", id: "anna" }, input: {}, until: "noon" };
  const asked = (readsPrivate: boolean): string => {
    const dataFlow = { readsPrivate, returnsUntrusted: false, sendsOut: false };
    const hints = { ...contract.hints, readOnlyHint: true };
    return (
      questionText({ contract: { ...contract, hints, sideEffects: [], dataFlow }, ...call }, fingerprint) ??
      ""
    );
  };
  expect(asked(true)).toContain("What it does:\n- only reads, and returns private data\n");
  expect(asked(false)).toContain("What it does:\n- only reads\n");
});

test("what a sentence of the plan has is not listed again; a word of the caller hides nothing", () => {
  const call = { caller: { kind: "user", id: "anna" }, input: { id: "gone 77" }, until: "noon" };
  const plan = {
    expectedSideEffects: ["Hansen (cus_7) gets 5.00 EUR back, 107 days late."],
    customer: "Hansen",
    id: "cus_7",
    days: 107,
    left: 10,
    other: "cus",
    gone: 77,
    paid: { cents: 500, currency: "EUR" },
  };
  const lines = questionText({ contract, ...call, plan }, fingerprint)?.split("\n") ?? [];
  const at = (title: string): number => lines.indexOf(`${title}:`);
  expect(lines.slice(at("What this call would do") + 1, at("What it does") - 1)).toEqual([
    "- `Hansen (cus_7) gets 5.00 EUR back, 107 days late.`",
  ]);
  expect(lines.slice(at("The rest of the plan") + 1)).toEqual([
    "- left: `10`",
    "- gone: `77`",
    '- other: `"cus"`',
  ]);
});

test.each(["[object Object]", "fee 900", "FEE 900", "EUR 5.00", "DE02", "DE02 of somebody with a long name"])(
  "a memo %j in a sentence of the plan hides nothing of the plan",
  (memo) => {
    const call = { caller: { kind: "user", id: "anna" }, input: { memo }, until: "noon" };
    const expectedSideEffects = [`Pays Hansen, memo ${memo.slice(0, 15)} .`, "Priority 900."];
    const paid = { cents: 500, currency: "EUR" };
    const plan = { expectedSideEffects, fee: 900, fees: [900], account: "DE02", paid, payee: "Hansen" };
    const text = questionText({ contract, ...call, plan }, fingerprint) ?? "";
    expect(text.slice(text.indexOf("The rest of the plan:")).split("\n").slice(1)).toEqual([
      "- fee: `900`",
      "- fees[0]: `900`",
      "- paid: EUR 5.00",
      '- account: `"DE02"`',
    ]);
  },
);

test("a text of several lines is shown in its lines, so that a program can be read", () => {
  const body = `const late = await tools.orders.list({ status: "open" });\nfor (const { orderId } of late)\n  await refund(orderId);\n`;
  const call = { caller: { kind: "user", id: "anna" }, input: { body }, until: "noon" };
  const lines = questionText({ contract, ...call }, fingerprint)?.split("\n") ?? [];
  expect(lines.slice(lines.indexOf("- body:"))).toEqual([
    "- body:",
    '  `"const late = await tools.orders.list({ status: \\"open\\" });\\n`',
    "  `for (const { orderId } of late)\\n`",
    '  `\\u{20} await refund(orderId);\\n"`',
  ]);
});
