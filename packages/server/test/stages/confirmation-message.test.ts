// The text of the question. `confirm.test.ts` tests who is asked, and which answers count.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, ToolContract } from "@proviso/manifest";
import type { ConfirmationRequest } from "../../src/api/outcome.ts";
import { creates, criticalRisk, fixture, highRisk, preview, sends, tool, type Fixture } from "../sample.ts";

type Server = ReturnType<typeof fixture>;

async function ask(server: Server, given: object): Promise<ConfirmationRequest> {
  const outcome = await server.call("notes.create", given, { canAsk: true });
  if (outcome.kind !== "input_required") throw new Error(`nobody was asked: ${JSON.stringify(outcome)}`);
  return outcome.request;
}

const given: Fixture = {
  tools: [tool({ ...criticalRisk, inputSchema: { type: "object" }, sideEffects: [sends, creates] })],
};
async function messageFor(value: object): Promise<string> {
  return (await ask(fixture(given), value)).message;
}

test("the question names the call, the phrase, the effects, the caller and the arguments, in this order", async () => {
  const request = await ask(fixture(given), { to: ["x@y.z"], nested: { deep: [true, null] }, none: [] });
  expect(request.message).toBe(
    [
      "Create a note",
      "Cannot be undone: One email to every recipient.",
      `To run \`notes.create\` once, with exactly these arguments, type: ${request.phrase}`,
      "",
      "What it does:",
      "- sends: One email to every recipient. (cannot be undone, leaves the system)",
      "- creates: A note.",
      "A repeated call acts again.",
      "",
      'Create a note (notes.create, critical risk), asked for by an agent of `"anna"` at `"acme"`',
      'Product `"sample"`, environment `"live"`',
      "Keeps a text.",
      "The question is open until 2026-01-01 12:05 UTC. If you decline it, or do not answer, nothing runs.",
      "",
      "Arguments:",
      '- to[0]: `"x@y.z"`',
      "- nested.deep[0]: `true`",
      "- nested.deep[1]: `null`",
      "- none: `[]`",
    ].join("\n"),
  );
  expect(request.answerSchema).toMatchObject({
    required: ["phrase"],
    properties: { phrase: { type: "string" } },
  });
});

test("the question says what a repeated call does", async () => {
  const idempotency = { key: ["text"], ttlMs: 86_400_000, onRepeat: "Returns the first note." };
  const { message } = await ask(fixture({ tools: [tool({ ...highRisk, idempotency })] }), { text: "a" });
  expect(message).toContain(
    "A call of the same caller with the same `text` within 1 day is a repeated one: Returns the first note.",
  );
});

test("the question says that an agentic tool decides by itself, and a destructive one wants a phrase", async () => {
  const agentic = { ...highRisk, hints: { ...tool().hints, agencyHint: true } };
  const destructive = { ...agentic, hints: { ...agentic.hints, destructiveHint: true } };
  const planned = { ...destructive, dryRun: { mode: "required", preview } } as const;
  const asked = async (changes: Partial<ToolContract>) => {
    const server = fixture({ tools: [tool(changes)] });
    await server.call("notes.create", { text: "a", dryRun: true });
    const { message, phrase } = await ask(server, { text: "a" });
    return [message.includes("This tool acts on its own"), phrase !== undefined];
  };
  expect(await asked(highRisk)).toEqual([false, false]);
  expect(await asked(agentic)).toEqual([true, false]);
  expect(await asked(planned)).toEqual([true, false]);
  expect(await asked(destructive)).toEqual([true, true]);
  const unasked = {
    ...destructive,
    riskLevel: "low",
    autonomousExecution: true,
    confirmation: { kind: "never" },
  };
  expect(await asked(unasked as Partial<ToolContract>)).toEqual([true, true]);
});

test("every leaf is visible, whatever the input", async () => {
  const leaf = fc.oneof(
    fc.integer({ min: 100_000 }),
    fc.string({ unit: fc.constantFrom("a", "Z", "7"), minLength: 6 }),
  );
  const value = fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.oneof(leaf, fc.array(leaf, { maxLength: 20 })),
    { minKeys: 1 },
  );
  const run = async (each: Record<string, unknown>) => {
    const message = await messageFor(each);
    for (const shown of Object.values(each).flat()) expect(message).toContain(String(shown));
  };
  await fc.assert(fc.asyncProperty(value, run), { seed: 20261121, numRuns: 100 });
});

const hostile = "\u202e\u200b\u2066\u001b[31m\n\r\t`*\u00a0\ufeff\u{e0041}\u3164\u2800\u00ad\u0000";
test("invisible characters are escaped, in values and in keys", async () => {
  const message = await messageFor({ text: `x${hostile}y`, [`k${hostile}`]: "v  w" });
  expect(message).toMatch(/^[\u0020-\u007e\n]+$/);
  expect(message).toContain("\\u{202e}\\u{200b}\\u{2066}");
  expect(message).toContain("v\\u{20} w");
});

test("lines, boxes and stacked marks are escaped, and letters of any script are not", async () => {
  const message = await messageFor({
    a: "┌─┐│█",
    b: "e\u0301\u0302\u0303\u0304",
    c: "Zoë Łukasz 日本 привет",
  });
  expect(message).toContain("\\u{250c}\\u{2500}\\u{2510}\\u{2502}\\u{2588}");
  expect(message).toContain("e\u0301\u0302\\u{303}\\u{304}");
  expect(message).toContain("Zoë Łukasz 日本 привет");
});

test("a text that says yes is not a yes", async () => {
  const message = await messageFor({ a: "true", b: true, c: "`true`", d: null, e: "null" });
  for (const line of [
    '- a: `"true"`',
    "- b: `true`",
    '- c: `"\\u{60}true\\u{60}"`',
    "- d: `null`",
    '- e: `"null"`',
  ])
    expect(message.split("\n")).toContain(line);
});

test("three padded fields push nothing out: the phrase comes first, and what is short stands before what is long", async () => {
  for (const padding of [" ", "\u00a0", "\u2800", "\u2500", "\u001b[8m", "x", "\u{e0041}", "日"]) {
    const pad = padding.repeat(20_000);
    const message = await messageFor({
      a: pad,
      b: pad,
      c: `${pad}- to: nobody`,
      to: "boss@evil.example",
      zoo: pad,
    });
    expect(message.length).toBeLessThan(20_000);
    const lines = message.split("\n");
    const to = '- to: `"boss@evil.example"`';
    expect(lines.indexOf(to)).toBe(lines.indexOf("Arguments:") + 1);
    expect(lines.slice(1, 3)).toEqual([
      "Cannot be undone: One email to every recipient.",
      expect.stringMatching(/^To run/),
    ]);
    expect(lines.filter((line) => line.length > 110)).toEqual([]);
  }
});

test("what is foreseen is read first, and the rest of the plan last: first what it warns of, last what is long", async () => {
  const dryRun = { mode: "supported", preview: { type: "object" } } as const;
  const plan = () => ({
    count: 46,
    mood: "calm",
    "sent by": "x".repeat(3000),
    warnings: ["5 are `skipped`."],
    missingPermissions: [],
    expectedSideEffects: ["46 emails will be sent."],
    estimatedDurationMs: 90_000,
  });
  const server = fixture({
    tools: [tool({ ...highRisk, dryRun })],
    handlers: { "notes.create": { execute: () => ({ noteId: "n_1" }), plan } },
  });
  const { message } = await ask(server, { text: "a" });
  const [, foreseen = "", sent] =
    /(What this call[^]*)\nWhat it does[^]*(Arguments:[^]*)/.exec(message) ?? [];
  const lines = `${foreseen}${sent}`.split("\n");
  expect(lines.filter((line) => !/^ {2}`[x"]+`$/.test(line))).toEqual([
    "What this call would do:",
    "- warning: `5 are \\u{60}skipped\\u{60}.`",
    "- `46 emails will be sent.`",
    "- This comes from a dry run, which changed nothing. The call takes about 2 minutes. No permission is missing.",
    "Arguments:",
    '- text: `"a"`',
    "",
    "The rest of the plan:",
    // The sentence does not say what is counted.
    "- count: `46`",
    '- mood: `"calm"`',
    expect.stringMatching(/^- `"sent by"`: 3000 characters, SHA-256 \w{64}, beginning:$/),
  ]);
});

test("an amount is said as money, with the number beside it, and a text is broken between words", async () => {
  const inputSchema = { type: "object" } as const;
  const summary = "Pay {amount.cents, money amount.currency}";
  const server = fixture({ tools: [tool({ ...highRisk, inputSchema, summary })] });
  const text = Array.from({ length: 40 }, (_, index) => `invoice${index}`).join(" ");
  const { message } = await ask(server, { amount: { cents: 4_839_000, currency: "EUR" }, text });
  expect(message).toContain("- amount.cents: EUR 48,390.00 (`4839000`)\n");
  const shown = [...message.matchAll(/^ {2}`([^`]*)`$/gm)].map(([, chunk = ""]) => chunk);
  expect(shown.join("")).toBe(JSON.stringify(text));
  expect(shown.slice(0, -1).filter((chunk) => !chunk.endsWith(" "))).toEqual([]);
});

test("no line begins with the words of a caller, however narrow the terminal up to 80 columns", async () => {
  const forged = `${"x".repeat(70)} - to: nobody@example.com ${"y".repeat(60)}`;
  const message = await messageFor({
    subject: forged,
    [`${"n".repeat(74)} - cc`]: forged,
    to: "boss@evil.example",
  });
  const lines = message.slice(message.indexOf("Arguments:")).split("\n");
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  for (const line of lines.filter((each) => each.includes("nobody") || each.includes("nnn")))
    expect(line).toMatch(/^ {2}`[^`]*`$/);
});

test("a person is not asked about values that cannot be shown whole", async () => {
  const server = fixture(given);
  const all = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`key${index}`, "a value"]));
  const outcome = await server.call("notes.create", { ...all, to: "boss@evil.example" }, { canAsk: true });
  expect(outcome).toMatchObject({
    failure: {
      code: "confirmation_required",
      message: expect.stringMatching(/^Nobody was asked.*several calls with less in each/),
      details: { reason: "too_much_to_show" },
    },
  });
});

test("a list of ten thousand is shown as its size, its digest and a sample", async () => {
  const to = Array.from({ length: 10_000 }, (_, index) => `a${index}@b.c`);
  const message = await messageFor({ to });
  expect(message).toMatch(/to: 10000 items, SHA-256 [0-9a-f]{64}, of which the first 5:/);
  expect(message).toContain("a4@b.c");
  expect(message.length).toBeLessThan(2000);
});

test("a long list in a long list is covered by the digest of the outer one", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, inputSchema: { type: "object" } })] });
  let nested: Json = 1;
  for (let level = 0; level < 25; level++) nested = [nested, ...Array.from({ length: 30 }, () => 0)];
  const { message } = await ask(server, { nested });
  expect(message.match(/31 items/g)?.length).toBeGreaterThan(20);
  expect(message.match(/SHA-256/g)).toHaveLength(1);
});

test("a long text is shown as its size, its digest and its beginning", async () => {
  const message = await messageFor({ body: `Dear Anna, ${"x".repeat(50_000)}` });
  expect(message).toMatch(/body: 50011 characters, SHA-256 [0-9a-f]{64}, beginning:\n {2}`"Dear Anna, x/);
  expect(message.length).toBeLessThan(3500);
});
