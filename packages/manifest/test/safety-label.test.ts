import { expect, test } from "vitest";
import type { EffectKind, SideEffect, ToolContract } from "../src/index.ts";
import { doesUnasked, labelBranches, safetyLabel } from "../src/label.ts";

const effect = (kind: EffectKind, is: Partial<SideEffect> = {}): SideEffect => ({
  kind,
  description: "It.",
  reversible: true,
  external: false,
  ...is,
});
const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const low: ToolContract = {
  name: "notes.get",
  domain: "notes",
  title: "Get a note",
  description: "Returns a note.",
  category: "notes",
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  inputSchema: { type: "object" },
  permissions: [],
  sideEffects: [],
  auditEvent: "note.read",
  failureModes: [],
  hints,
  requirements: [],
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
  metadata: {},
  examples: [],
  timeoutMs: 1000,
  hash: "00",
};
const all = { readsPrivate: true, returnsUntrusted: true, sendsOut: true };
const secret = { readsPrivate: true, returnsUntrusted: false, sendsOut: false };
const final = { reversible: false };
const high: Partial<ToolContract> = {
  riskLevel: "high",
  confirmation: { kind: "always" },
  hints: { ...hints, readOnlyHint: false, destructiveHint: true },
  sideEffects: [effect("deletes", final)],
};
const critical: Partial<ToolContract> = {
  ...high,
  riskLevel: "critical",
  confirmation: { kind: "always", approver: "other", approvers: 2 },
  stepUpAuth: { kind: "always", maxAgeMs: 900_000 },
  sideEffects: [effect("sends", { ...final, external: true }), effect("refunds"), effect("pays")],
  dataFlow: all,
  budget: { of: "input.cents", per: "tool", limit: 5, everyMs: 1000 },
};

function said(change: Partial<ToolContract>): readonly string[] {
  const { sentence, rows } = safetyLabel({ ...low, ...change });
  expect(rows.map(({ id }) => id)).toEqual(["money", "outside", "private", "undo", "asked", "limits"]);
  for (const { text } of rows) expect(text.length).toBeLessThanOrEqual(90);
  return [sentence, ...rows.map(({ text, tone }) => `${text} (${tone})`)];
}

test("a tool that only reads has all rows", () =>
  expect(said({})).toEqual([
    "Only reads; the server asks nobody.",
    "No money moves (none)",
    "Not reached (none)",
    "Returns none (none)",
    "Nothing to undo (none)",
    "Nobody (none)",
    "No fresh log-in; no limit of calls (none)",
  ]));

test("a tool that pays and sends says how much there is of everything", () =>
  expect(said(critical)).toEqual([
    "Pays, refunds and sends to outsiders; the server asks 2 others for a phrase every time.",
    "Pays and refunds (much)",
    "Sends to them; returns their text (much)",
    "Reads it, and sends data out (much)",
    "Cannot undo what it sends to outsiders (much)",
    "Server asks every time: 2 others (much)",
    "Log-in within 15 minutes; 5 of cents a second (much)",
  ]));

test("what an access was used for stays, though the access can be ended", () =>
  expect(
    said({
      sideEffects: [effect("grants", final), effect("sends", final), effect("updates", { reversible: true })],
    }),
  ).toContain("Cannot undo what it sends, or uses of the access (much)"));

test("an effect that is not classified leaves money and outsiders unknown", () =>
  expect(said({ ...high, sideEffects: [effect("unclassified", { ...final, external: true })] })).toEqual(
    expect.arrayContaining([
      "Unknown: an effect is unclassified (much)",
      "Cannot be undone (much)",
      "Server asks every time: the user, or an operator; or a standing approval (much)",
    ]),
  ));

const openChange: Partial<ToolContract> = {
  riskLevel: "medium",
  hints: { ...hints, readOnlyHint: false, openWorldHint: true },
};
test.each([
  [openChange, 4, "Server asks nobody; guard in live (none)"],
  [
    { ...openChange, confirmation: { kind: "when", condition: "true" } },
    4,
    "Server asks sometimes: the user, or an operator; or a standing approval; guard in live (some)",
  ],
  [
    { confirmation: { kind: "when", condition: "true" } },
    4,
    "Server asks for some calls: the user, or an operator; or a standing approval (some)",
  ],
  [
    { stepUpAuth: { kind: "when", condition: "has(input.email)" } },
    5,
    "Log-in within 5 minutes when email is given; no limit of calls (some)",
  ],
  [
    {
      stepUpAuth: { kind: "when", condition: "input.amount.cents > 50000", maxAgeMs: 900_000 },
      rateLimit: { limit: 50, perMs: 3_600_000 },
    },
    5,
    "Log-in within 15 minutes when amount.cents is more than 50000; 50 an hour (some)",
  ],
  [
    {
      stepUpAuth: {
        kind: "when",
        condition: `input.${"long".repeat(9)} > 5 && has(input.email)`,
        acr: "mfa",
      },
    },
    5,
    "Stronger log-in sometimes; no limit of calls (some)",
  ],
  [
    { stepUpAuth: { kind: "when", condition: "!input.isDraft" } },
    5,
    "Log-in within 5 minutes sometimes; no limit of calls (some)",
  ],
  [
    {
      stepUpAuth: { kind: "always", acr: "mfa", maxAgeMs: 300_000 },
      rateLimit: { limit: 10, perMs: 86_400_000 },
      budget: { of: "input.amount.cents", per: "tenant", limit: 10_000_000, everyMs: 86_400_000 },
    },
    5,
    "Log-in with mfa within 5 minutes; 10 a day, 10,000,000 of amount.cents a day (much)",
  ],
  [
    {
      budget: { of: "input.cents", per: "tool", limit: 500_000, everyMs: 3_600_000, unit: "input.currency" },
      summary: "Pay {cents, money currency}",
      inputSchema: { properties: { currency: { enum: ["EUR", "USD"] } } },
    },
    5,
    "No fresh log-in; 5,000.00 of each currency an hour (some)",
  ],
  [
    {
      budget: { of: "input.cents", per: "tool", limit: 500_000, everyMs: 3_600_000 },
      summary: "Pay {cents, money EUR}",
    },
    5,
    "No fresh log-in; EUR 5,000.00 an hour (some)",
  ],
  [
    { budget: { of: `input.${"long".repeat(20)}`, per: "tenant", limit: 9, everyMs: 86_400_000 } },
    5,
    "No fresh log-in; sum limited (some)",
  ],
  [
    { stepUpAuth: { kind: "always", maxAgeMs: 900_000 }, rateLimit: { limit: 50, perMs: 3_600_000 } },
    5,
    "Log-in within 15 minutes; 50 an hour (much)",
  ],
  [{ dataFlow: all }, 4, "Server asks nobody; guard sometimes (none)"],
  [{ dataFlow: { ...all, sendsOut: false } }, 1, "Not reached; returns their text (some)"],
  [{ ...high, sideEffects: [effect("calls", { external: true })] }, 1, "Acts outside the system (much)"],
  [{ ...high, sideEffects: [effect("grants")] }, 1, "May be given access (some)"],
  [{ ...openChange, dataFlow: { ...all, readsPrivate: false } }, 2, "Returns none; can send data out (some)"],
  [{ dataFlow: { ...all, sendsOut: false } }, 5, "No fresh log-in; no limit of calls (some)"],
  [
    { ...high, confirmation: { kind: "always", approver: "other" } },
    4,
    "Server asks every time: somebody else; or a standing approval (much)",
  ],
  [
    { ...high, confirmation: { kind: "always", from: "a:b" } },
    4,
    "Server asks every time: anybody with a:b, or an operator; or a standing approval (much)",
  ],
  [{ ...high, confirmation: { kind: "always", by: "here" } }, 4, "Server asks every time: the user (much)"],
  [{ dataFlow: { ...all, sendsOut: false } }, 2, "Returned to the agent (some)"],
  [{ riskLevel: "forbidden", people: "allowed", dataFlow: secret }, 2, "Returned to the person (some)"],
  [{ riskLevel: "forbidden", dataFlow: all }, 1, "Not reached; may return their text (some)"],
  [
    { riskLevel: "forbidden", dataFlow: all },
    2,
    "Not ruled out, so counted as yes; can send data out (much)",
  ],
  [
    { riskLevel: "forbidden", dataFlow: { ...all, sendsOut: false } },
    2,
    "Not ruled out, so counted as yes (some)",
  ],
  [{ riskLevel: "forbidden", dataFlow: secret }, 2, "Returned to the caller (some)"],
  [{ riskLevel: "forbidden", dataFlow: all }, 5, "None needed: no call is possible (much)"],
  [{ riskLevel: "forbidden" }, 4, "Nobody: no call is possible (much)"],
  [{ riskLevel: "forbidden", people: "allowed" }, 4, "No agent may; people call it (much)"],
  [{ stepUpAuth: { kind: "always", acr: "mfa" } }, 5, "Log-in with mfa; no limit of calls (some)"],
  [
    { stepUpAuth: { kind: "always", acr: "urn:example:level:silver".repeat(4) } },
    5,
    "Stronger log-in; no limit of calls (some)",
  ],
  [{ rateLimit: { limit: 5, perMs: 3_600_000 } }, 5, "No fresh log-in; 5 an hour (some)"],
  [{ rateLimit: { limit: 5, perMs: 90_000 } }, 5, "No fresh log-in; 5 in 90 seconds (some)"],
] satisfies readonly (readonly [Partial<ToolContract>, number, string])[])(
  "row %#: %j",
  (change, row, text) => expect(said(change)[row + 1]).toBe(text),
);

test("an agentic tool says so in its sentence", () =>
  expect(said({ hints: { ...hints, agencyHint: true } })[0]).toBe(
    "Only reads, in steps of its own; the server asks nobody.",
  ));

test("a refined tool has a label for each branch, and a label that holds for all its calls", () => {
  const { riskLevel, autonomousExecution, confirmation, stepUpAuth, sideEffects, dataFlow } = low;
  const mild = { riskLevel, autonomousExecution, confirmation, stepUpAuth, sideEffects, hints, dataFlow };
  const tool = { ...low, ...high, refinements: [{ when: "input.look", ...mild }] };
  expect(labelBranches(tool).map(({ when, sentence }) => [when, sentence])).toEqual([
    ["input.look", "Only reads; the server asks nobody."],
    [undefined, "Erases; the server asks a person every time."],
  ]);
  expect(safetyLabel(tool).sentence).toBe("Erases; the server asks a person for some calls.");
  expect([doesUnasked(tool, "server"), doesUnasked({ ...low, ...high }, "live")]).toEqual([
    ["only reads"],
    [],
  ]);
});

test("says of a tool that nobody may call that its rows are what it would do", () =>
  expect([
    said({ riskLevel: "forbidden" })[0],
    said({ riskLevel: "forbidden", people: "allowed" })[0],
  ]).toEqual([
    "Nobody can find it or call it; the rows say what it would do.",
    "Closed to agents: none can find it or call it.",
  ]));
