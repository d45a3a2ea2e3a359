import { describe, expect, test } from "vitest";
import { readGuarantees } from "../src/index.ts";
import { manifestOf, proveLines } from "./contract.ts";

const reads = `
riskLevel: low
dataFlow: { readsPrivate: true, returnsUntrusted: false }`;
const deletes = `
sideEffects: [{ deletes: It. }]
idempotency: { key: [id], ttl: 1h, onRepeat: Says so again. }`;
const sends = `
permissions: [shop:send]
sideEffects: [{ sends: A message. }]`;
const pays = `
inputSchema: { amount: { type: number, minimum: 0.01, maximum: 10000 }, urgent?: boolean }
sideEffects: [{ pays: Money. }]
idempotency: { key: [amount], ttl: 1h, onRepeat: Says so again. }
stepUpAuth: { when: "input.amount > 400.0", maxAge: 5m }
permissions: [shop:write]`;
/** Of low risk and unasked, which the compiler refuses for effects that matter: so a refinement is what runs unasked. */
const edits = `
riskLevel: medium
inputSchema: { amount: { type: integer, minimum: 0, maximum: 1000 }, draft?: boolean, note?: string }
sideEffects: [{ updates: The record., reversible: true }]
confirmation: { when: "input.amount >= 500" }
permissions: [shop:write]`;

/** High, and small amounts run unasked. */
const refunds = `
riskLevel: high
riskReason: It was paid before.
inputSchema: { cents: { type: integer, minimum: 1 } }
sideEffects: [{ refunds: Money. }]
idempotency: { key: [cents], ttl: 1h, onRepeat: Says so again. }
exception:
  upTo: 2000
  budget: { of: input.cents, per: tool, limit: 9000, every: 24h }
  reason: Small.
  reviewer: mia
  expires: 2027-01-31`;

const check = (tools: Readonly<Record<string, string>>, guarantee: string) =>
  proveLines(`  - ${guarantee}`, manifestOf(tools))[0];

describe("a guarantee is proved", () => {
  test.each([
    ["no tool that deletes runs unasked", { deletes, reads }],
    ["no tool that grants runs unasked", { reads }],
    ["every call that updates needs a person", { reads }],
    [
      '{ say: every call that updates needs a person, where: "input.amount > 700", tools: [shop.edits] }',
      { edits, reads },
    ],
    ["every payment over 500.00 needs a log-in of 5 minutes", { pays, reads }],
    ["every payment over 500 needs a person", { pays }],
    ["every refund over 20.00 needs a person", { refunds }],
    ["every call that deletes is recognised when repeated", { deletes, pays }],
    ["private data never leaves without a person", { reads, sends, pays }],
    [
      "{ say: 'with these permissions, private data never leaves without a person', permissions: [shop:read, shop:send] }",
      { reads, sends },
    ],
    ["without permissions, no call changes anything", { reads: `${reads}\npermissions: []`, deletes }],
  ])("%s", (guarantee, tools) => expect(check(tools, guarantee)).toMatchObject({ verdict: "proved" }));
});

describe("a guarantee is broken by a call that is printed", () => {
  test.each([
    ["no tool that updates runs unasked", { edits }, [{ tool: "shop.edits" }]],
    [
      '{ say: every call that updates needs a person, where: "input.amount > 400", tools: [shop.edits] }',
      { edits },
      [{ tool: "shop.edits", input: { amount: 401 } }],
    ],
    [
      "every payment over 300.00 needs a log-in of 5 minutes",
      { pays },
      [{ tool: "shop.pays", input: { amount: 350 } }],
    ],
    [
      "every refund over 19.00 needs a person",
      { refunds },
      [{ tool: "shop.refunds", input: { cents: 1901 } }],
    ],
    ["no tool that refunds runs unasked", { refunds }, [{ tool: "shop.refunds" }]],
    ["every payment over 500.00 needs a log-in of 4 minutes", { pays }, [{ tool: "shop.pays" }]],
    [
      "every call that pays is recognised when repeated",
      { pays: pays.replace("ttl: 1h", "ttl: 1h, until: 'input.amount < 100.0'") },
      [{ tool: "shop.pays", input: { amount: 100 } }],
    ],
    [
      "without permissions, no call changes anything",
      { deletes: `${deletes}\npermissions: []` },
      [{ tool: "shop.deletes" }],
    ],
    [
      "{ say: 'with these permissions, no call changes anything', permissions: [shop:write] }",
      { edits, deletes },
      [{ tool: "shop.edits", principal: { kind: "agent", permissions: ["shop:write"] } }],
    ],
  ])("%s", (guarantee, tools, calls) =>
    expect(check(tools, guarantee)).toMatchObject({ verdict: "counterexample", calls }),
  );
});

describe("a refinement that runs unasked is found", () => {
  const shares = `
inputSchema: { action: share | show | stop }
sideEffects: [{ grants: Access. }]
refine:
  - { when: "input.action == 'show'", riskLevel: low, sideEffects: [], stepUpAuth: never }
dataFlow: { readsPrivate: true, returnsUntrusted: false }`;
  test("by what it does", () => {
    const manifest = manifestOf({ shares, sends });
    const verdicts = proveLines(
      "  - no tool that grants runs unasked\n  - no tool that reads private data runs unasked",
      manifest,
    );
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(["proved", "counterexample"]);
    expect(verdicts[1]?.calls).toMatchObject([{ tool: "shop.shares", input: { action: "show" } }]);
  });
});

test("a verdict names the tools that its sentence is about", () => {
  const manifest = manifestOf({ reads, sends });
  const verdicts = proveLines(
    "  - no tool that sends runs unasked\n  - no tool that deletes runs unasked\n  - private data never leaves without a person",
    manifest,
  );
  expect(verdicts.map(({ about, tools }) => [about, tools])).toEqual([
    [["shop.sends"], 2],
    [[], 2],
    [["shop.sends"], 2],
  ]);
});

test("a chain that reads, then sends unasked, is printed in order", () => {
  const manifest = manifestOf({ reads, sends });
  // A manifest of another compiler may allow what ours refuses.
  const tools = manifest.tools.map((tool) =>
    tool.name === "shop.sends"
      ? {
          ...tool,
          riskLevel: "low" as const,
          autonomousExecution: true,
          sideEffects: [],
          confirmation: { kind: "never" as const },
        }
      : tool,
  );
  const [proved] = proveLines("  - private data never leaves without a person", { ...manifest, tools });
  expect(proved?.calls?.map(({ tool }) => tool)).toEqual(["shop.reads", "shop.sends"]);
});

describe("what is not decided names the part of the condition", () => {
  test.each([
    ["confirmation: { when: now.getHours() < 8 }", "now.getHours() < 8", "it depends on the clock"],
    [
      "confirmation: { when: has(input.note) && timestamp(input.note) < now }",
      "timestamp(input.note) < now",
      "it depends on the clock",
    ],
  ])("%s", (line, expression, why) => {
    const lines = edits.replace(/confirmation:.*/, line);
    expect(check({ edits: lines }, "no tool that updates runs unasked")).toMatchObject({
      verdict: "undecidable",
      undecided: { tool: "shop.edits", expression, why },
    });
  });
  test("or that the amount is not certain", () => {
    const lines = pays.replace("urgent?: boolean", "total?: { type: number, minimum: 0 }");
    expect(check({ pays: lines }, "every payment over 500.00 needs a person")).toMatchObject({
      verdict: "undecidable",
    });
  });
});

describe("a sentence that is almost right is corrected", () => {
  test.each([
    ["no tool that delets runs unasked", "no tool that deletes runs unasked"],
    ["No tool that deletes runs unasked", "no tool that deletes runs unasked"],
    ["no tools which pay run unasked", "no tool that pays runs unasked"],
    [
      "every payment above 750.00 needs a log-in of 10 minutes",
      "every payment over 750.00 needs a log-in of 10 minutes",
    ],
    ["private data never leaves", "private data never leaves without a person"],
    ["nothing a guest can call changes anything", "without permissions, no call changes anything"],
    ["every call that pays is recognized when repeated", "every call that pays is recognised when repeated"],
  ])("%s", (sentence, nearest) => {
    const text = `proviso: 1\nguarantees:\n  - ${sentence}\n`;
    expect(
      readGuarantees({ path: "guarantees.yaml", text }, manifestOf({ reads })).diagnostics,
    ).toMatchObject([
      {
        code: "guarantee/unknown-sentence",
        hint: `did you mean \`${nearest}\`?`,
        span: { line: 3, column: 5 },
      },
    ]);
  });
});

test("a sentence about permissions names them, and the one about none names none", () => {
  const codesOf = (guarantee: string) => {
    const text = `proviso: 1\nguarantees:\n  - ${guarantee}\n`;
    const { diagnostics } = readGuarantees({ path: "guarantees.yaml", text }, manifestOf({ reads }));
    return diagnostics.map(({ code, message }) => `${code}: ${message}`);
  };
  expect(codesOf("with these permissions, no call changes anything")).toEqual([
    "guarantee/missing-key: `permissions` is missing",
  ]);
  expect(
    codesOf("{ say: 'without permissions, no call changes anything', permissions: [shop:read] }"),
  ).toEqual([
    "guarantee/wrong-value: `permissions` must be left out, or the sentence `with these permissions, no call changes anything`",
  ]);
});
