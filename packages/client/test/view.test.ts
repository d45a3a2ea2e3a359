// A call, and a question of the server, as the lines that a person reads.
import type { Plan, SideEffect } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import type { ViewSection } from "../src/ask/request.ts";
import { isReadable, viewCall, viewClaims, viewQuestion } from "../src/ask/view.ts";
import type { Claims } from "../src/tool/claims.ts";

const deletes: SideEffect = {
  kind: "deletes",
  description: "The order.",
  reversible: false,
  external: false,
};
const creates: SideEffect = { kind: "creates", description: "A note.", reversible: true, external: false };
const sends: SideEffect = { kind: "sends", description: "A mail.", reversible: false, external: true };

const request: Parameters<typeof viewCall>[0] = {
  kind: "call",
  tool: "orders.cancel",
  title: "Cancel an order",
  description: "Cancels it.\n\n \r\nNobody can undo that.",
  riskLevel: "high",
  env: "live",
  input: { order: "o_1" },
  effects: [creates],
  explanations: ["It is a high risk."],
};

const plan: Plan = {
  dryRun: true,
  warnings: ["It was paid."],
  missingPermissions: ["orders:write"],
  expectedSideEffects: ["The order goes."],
  estimatedDurationMs: 1000,
} as unknown as Plan;

/** The sections as text, with their titles. */
const textOf = (view: readonly ViewSection[]): string =>
  view.map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join("\n")).join("\n");

const view = (changes: Partial<typeof request>): string => textOf(viewCall({ ...request, ...changes }));
const section = (title: string, changes: Partial<typeof request>): readonly string[] | undefined =>
  viewCall({ ...request, ...changes }).find((each) => each.title === title)?.lines;

describe("a call", () => {
  test("of a tool with a contract: what it is, what it does, the arguments, and why somebody is asked", () => {
    expect(view({})).toBe(`Cancel an order (orders.cancel)
  Cancels it.
  Nobody can undo that.
  risk: high; environment: live
What it does
  creates: A note.
Arguments
  order = "o_1"
Why you are asked
  It is a high risk.`);
  });

  test("of a tool without one: its words are the server's, and the worst is assumed", () => {
    const { effects: _effects, ...unknown } = request;
    const claims: Claims = { trusted: false, hints: { readOnlyHint: true } } as unknown as Claims;
    const shown = textOf(viewCall({ ...unknown, claims, description: "Cancels it.", input: {} }));
    expect(shown).toBe(`"orders.cancel"
  risk: high; environment: live
What the server says of it, which nobody has verified
  title = "Cancel an order"
  description = "Cancels it."
  only reads
What it does
  unknown: assume the worst
Arguments
  none
Why you are asked
  It is a high risk.`);
  });

  test("with its plan: amounts and recipients before the arguments, the rest after them", () => {
    const shown = view({
      plan: { ...plan, refund: 4200, state: "open" } as unknown as Plan,
      caller: "Anna",
      expiresAt: "2026-01-31T12:05:59Z",
    });
    expect(shown).toBe(`Cancel an order (orders.cancel)
  Cancels it.
  Nobody can undo that.
  risk: high; environment: live; with the rights of Anna
  an answer counts until 2026-01-31 12:05 UTC
What it does
  creates: A note.
What this call would do
  "The order goes."
  missing permission: "orders:write"
  warning: "It was paid."
  refund = 4200
Arguments
  order = "o_1"
The rest of the plan
  state = "open"
  This comes from a dry run, which changed nothing. The call takes about 1 second.
Why you are asked
  It is a high risk.`);
  });

  test("without a contract: what its plan expects is all that is said of effects", () => {
    const { effects: _effects, ...unknown } = request;
    const shown = viewCall({ ...unknown, plan: { expectedSideEffects: ["It goes."] } as unknown as Plan });
    expect(shown.find(({ title }) => title === "What this call would do")?.lines).toEqual(['"It goes."']);
  });

  test("whose plan says nothing beyond its fields has no sentence about it", () => {
    expect(section("The rest of the plan", { plan: { state: "open" } as unknown as Plan })).toEqual([
      'state = "open"',
    ]);
    expect(section("The rest of the plan", { plan: { refund: 1 } as unknown as Plan })).toBeUndefined();
  });

  test("shows irreversible effects first, and what leaves the system", () => {
    expect(section("What it does", { effects: [creates, deletes, sends] })).toEqual([
      "deletes: The order. (cannot be undone)",
      "sends: A mail. (cannot be undone, leaves the system)",
      "creates: A note.",
    ]);
    expect(section("What it does", { effects: [] })).toEqual(["none"]);
  });

  test("names at most eight changes of its tool, each cut to a line", () => {
    const changes = Array.from({ length: 9 }, (_, index) => ({
      what: `${index}${"x".repeat(70)}`,
      verdict: "loosened" as const,
    }));
    const title = "What is not as it was";
    const cut = (index: number): string => `${index}${"x".repeat(58)}…: loosened`;
    expect(section(title, { changes })).toEqual([
      ...Array.from({ length: 8 }, (_, at) => cut(at)),
      "and 1 more",
    ]);
    expect(section(title, { changes: changes.slice(0, 8) })).toHaveLength(8);
    expect(section(title, { changes: [{ what: "x".repeat(60), verdict: "loosened" }] })).toEqual([
      `${"x".repeat(60)}: loosened`,
    ]);
    expect(section(title, { changes: [] })).toBeUndefined();
  });

  test("repeats what is short after values that fill a screen", () => {
    const title = "Once more, what is short";
    // A line is the name, an equals sign and the quoted text; each long one counts 60 more.
    const text = (lineLength: number): string => "x".repeat(lineLength - 'text = ""'.length);
    expect(section(title, { input: { text: text(1440), order: "o_1" } })).toBeUndefined();
    expect(section(title, { input: { text: text(1441), order: "o_1" } })).toEqual(['order = "o_1"']);
    expect(section(title, { input: { text: text(1441) } })).toBeUndefined();
    const two = { a: text(690), b: text(690) };
    expect(section(title, { input: { ...two, order: "o_1" } })).toBeUndefined();
    expect(section(title, { input: { ...two, b: text(705), order: "o_1" } })).toEqual(['order = "o_1"']);
  });

  test("reads a value of 80 characters at a glance, and a longer one after the others", () => {
    const text = (lineLength: number): string => "x".repeat(lineLength - 'text = ""'.length);
    const lengths = (length: number) => section("Arguments", { input: { text: text(length), order: "o_1" } });
    expect(lengths(80)?.at(-1)).toBe('order = "o_1"');
    expect(lengths(81)?.at(-1)).toHaveLength(81);
  });
});

describe("what a server claims", () => {
  const claims = (more: Partial<Claims> = {}): Claims => ({ trusted: false, hints: {}, ...more }) as Claims;

  test("is said hint by hint, or that there is none", () => {
    expect(viewClaims(claims())).toEqual(["no hint about what it does"]);
    const all = {
      readOnlyHint: true,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
      agencyHint: true,
    };
    expect(viewClaims(claims({ hints: all }))).toEqual([
      "only reads; destroys something; may simply be repeated; reaches outside the system; acts on its own in several steps",
    ]);
    const none = Object.fromEntries(Object.keys(all).map((name) => [name, false]));
    expect(viewClaims(claims({ hints: none }))).toEqual([
      "changes something; destroys nothing; may not simply be repeated; stays inside the system; does one thing",
    ]);
  });

  test("names risk, confirmation and at most eight effects, each cut to a line", () => {
    const effects = Array.from({ length: 9 }, (_, index) => ({
      kind: "creates" as const,
      description: `${index}${"x".repeat(200)}`,
    }));
    const shown = viewClaims(claims({ riskLevel: "high", confirmation: "always", effects }));
    expect(shown.slice(0, 4)).toEqual([
      "no hint about what it does",
      "risk: high",
      "requires a person's confirmation",
      `creates: 0${"x".repeat(198)}…`,
    ]);
    expect(shown.slice(10)).toEqual([`creates: 7${"x".repeat(198)}…`, "and 1 more"]);
    const short = effects.slice(0, 8).map((effect) => ({ ...effect, description: "x".repeat(200) }));
    expect(viewClaims(claims({ effects: short })).at(-1)).toBe(`creates: ${"x".repeat(200)}`);
  });
});

describe("a question of the server", () => {
  const question = {
    kind: "question" as const,
    id: "1",
    expiresAt: "2026-01-31T12:05:59Z",
    message: "Which one?\n\nThe first?",
    schema: { properties: { number: { type: "integer" } } },
  };

  test("is in its own words, with what it wants to know, and approves nothing", () => {
    expect(textOf(viewQuestion(question))).toBe(`The server asks, in its own words
  Which one?
  The first?
What it wants to know
  number.type = "integer"
Careful
  This approves no call.
  an answer counts until 2026-01-31 12:05 UTC`);
  });

  test("without fields wants nothing; a warning comes first", () => {
    const shown = viewQuestion({ ...question, schema: {}, warning: "No such call is running." });
    expect(shown.map(({ title }) => title)).toEqual(["The server asks, in its own words", "Careful"]);
    expect(shown.at(-1)?.lines[0]).toBe("No such call is running.");
  });
});

test("nobody is asked what nobody can read: 500 lines or 40,000 characters", () => {
  const lines = (count: number, length: number): readonly ViewSection[] => [
    { title: "A", lines: [] },
    { title: "B", lines: Array.from({ length: count }, () => "x".repeat(length)) },
  ];
  expect([isReadable(lines(500, 80)), isReadable(lines(501, 1)), isReadable(lines(1, 40_001))]).toEqual([
    true,
    false,
    false,
  ]);
});
