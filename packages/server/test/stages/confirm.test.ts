import fc from "fast-check";
import { expect, test } from "vitest";
import { approvalPhrase } from "@proviso/manifest";
import type { Json, ToolContract } from "@proviso/manifest";
import type { Answer, ConfirmationRequest, Principal } from "../../src/api/outcome.ts";
import { yesTo } from "../../src/testing.ts";
import {
  anna,
  ben,
  creates,
  criticalRisk,
  fixture,
  highRisk,
  preview,
  sends,
  summary,
  tool,
} from "../sample.ts";
import type { Fixture } from "../sample.ts";

const input = { text: "a" };
const high = tool(highRisk);
const critical = tool(criticalRisk);
const declined = "refused confirmation_declined";

type Server = ReturnType<typeof fixture>;

/** What a person would be asked. */
async function ask(
  server: Server,
  given: object = input,
): Promise<{ request: ConfirmationRequest; state: string }> {
  const outcome = await server.call("notes.create", given, { canAsk: true });
  if (outcome.kind !== "input_required") throw new Error(`nobody was asked: ${JSON.stringify(outcome)}`);
  return outcome;
}

async function answerWith(
  server: Server,
  answer: Answer,
  given: object = input,
  principal: Principal = anna,
) {
  return summary(await server.callAs(principal)("notes.create", given, { answer, canAsk: true }));
}

/** Asks, answers and says what came of it. */
async function check(contract: ToolContract, answer: Partial<Answer>, expected: string): Promise<void> {
  const server = fixture({ tools: [contract] });
  const { state } = await ask(server);
  expect(await answerWith(server, { state, action: "accept", ...answer })).toBe(expected);
  expect(server.ran).toHaveLength(expected === "completed" ? 1 : 0);
}

test("a person who says yes runs the tool", () => check(high, { content: { confirm: true } }, "completed"));
for (const answer of [
  {},
  { content: {} },
  { content: { confirm: false } },
  { content: { confirm: "true" as unknown as boolean } },
  { content: { confirm: true, also: 1 } },
  { content: { phrase: "create" } },
  { content: JSON.parse('{"__proto__":{"confirm":true}}') },
  { action: "decline", content: { confirm: true } },
  { action: "cancel" },
] as const satisfies readonly Partial<Answer>[])
  test(`${JSON.stringify(answer)} is no yes`, () => check(high, answer, declined));

/** Asks while a person is needed, and answers when none is. What came of it, and how often the tool ran. */
async function answerLate(answer: Partial<Answer>): Promise<readonly [string, number]> {
  const condition = 'now < timestamp("2026-01-01T12:01:00Z")';
  const server = fixture({ tools: [tool({ confirmation: { kind: "when", condition } })] });
  const { state } = await ask(server);
  server.clock.advance(60_000);
  return [await answerWith(server, { state, action: "accept", ...answer }), server.ran.length];
}
test("a person who says no is heard, even if by then nobody had to be asked", async () => {
  expect(await answerLate({ action: "decline" })).toEqual([declined, 0]);
  expect(await answerLate({ content: { confirm: false } })).toEqual([declined, 0]);
  expect(await answerLate({ content: { confirm: true } })).toEqual(["completed", 1]);
});

const phrase = "create 6c3c69";
test("a critical tool wants the phrase that names the request", async () => {
  const { request } = await ask(fixture({ tools: [critical] }));
  expect(request.phrase).toBe(approvalPhrase("notes.create", request.fingerprint));
  await check(critical, { content: { phrase: request.phrase ?? "" } }, "completed");
});
for (const content of [{ confirm: true }, { phrase: "" }, { phrase: "create" }, { phrase: `${phrase}0` }, {}])
  test(`${JSON.stringify(content)} does not approve a critical call`, () =>
    check(critical, { content }, declined));
test("the phrase for other arguments does not approve", () =>
  check(critical, { content: { phrase: approvalPhrase("notes.create", "0".repeat(64)) } }, declined));

test("where no person can be asked the call is refused", async () => {
  const { call, ran } = fixture({ tools: [high] });
  for (const options of [{}, { canAsk: false }])
    expect(summary(await call("notes.create", input, options))).toBe("refused confirmation_required");
  expect(ran).toEqual([]);
});

for (const state of ["", ".", "a.b", "e30.", "x".repeat(100_000), '{"tool":"notes.create"}'])
  test(`the made-up state \`${state.slice(0, 30)}\` opens nothing`, async () => {
    const server = fixture({ tools: [high] });
    expect(await answerWith(server, { state, action: "accept", content: { confirm: true } })).toBe(declined);
    expect(server.ran).toEqual([]);
  });

test("a state sealed with another key, unsealed or changed opens nothing", async () => {
  const server = fixture({ tools: [high] });
  const stranger = fixture({ tools: [high], stateKey: new Uint8Array(32).fill(8) });
  const { state } = await ask(server);
  const [claims = "", seal = ""] = state.split(".");
  const later = JSON.parse(Buffer.from(claims, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...later, expiresAt: later.expiresAt + 1 })).toString(
    "base64url",
  );
  const forged = [
    (await ask(stranger)).state,
    claims,
    `${claims}.`,
    `${changed}.${seal}`,
    `${state}.${seal}`,
  ];
  for (const each of forged)
    expect(await answerWith(server, { state: each, action: "accept", content: { confirm: true } })).toBe(
      declined,
    );
  expect(server.ran).toEqual([]);
});

test("a short key stops the server from starting", () => {
  expect(() => fixture({ stateKey: new Uint8Array(31) })).toThrow("at least 32 bytes");
});

test("an approval is for this principal, of this tenant and kind, this tool and these arguments", async () => {
  const server = fixture({ tools: [high, tool({ ...highRisk, name: "notes.other" })] });
  const { state } = await ask(server);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(server, answer, input, ben)).toBe(declined);
  expect(await answerWith(server, answer, input, { ...anna, tenant: "other" })).toBe(declined);
  expect(await answerWith(server, answer, input, { ...anna, kind: "user" })).toBe(declined);
  for (const text of ["A", "a ", "á", "a\u0301", ""])
    expect(await answerWith(server, answer, { text })).toBe(declined);
  expect(summary(await server.call("notes.other", input, { answer }))).toBe(declined);
  expect(server.ran).toEqual([]);
  expect(await answerWith(server, answer)).toBe("completed");
});

test("another order of the keys is the same request", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, inputSchema: { type: "object" } })] });
  const { state } = await ask(server, { a: 1, b: 2 });
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(server, answer, { b: 2, a: 1 })).toBe("completed");
});

test("an approval of a contract that has changed since is void", async () => {
  const { state } = await ask(fixture({ tools: [high] }));
  const deployed = fixture({ tools: [tool({ ...highRisk, description: "Does more." })] });
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(deployed, answer)).toBe(declined);
});

test("an approval is too late after five minutes", async () => {
  const server = fixture({ tools: [high] });
  const { state } = await ask(server);
  server.clock.advance(5 * 60_000);
  expect(await answerWith(server, { state, action: "accept", content: { confirm: true } })).toBe(declined);
});

test("the same approval a hundred times at once runs the tool once", async () => {
  const server = fixture({ tools: [high] });
  const { state } = await ask(server);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => answerWith(server, answer)));
  expect(outcomes.filter((outcome) => outcome === "completed")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === declined)).toHaveLength(99);
  expect(server.ran).toHaveLength(1);
});

test("an approval that was used is used after a restart too", async () => {
  const first = fixture({ tools: [high] });
  const { state } = await ask(first);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  await answerWith(first, answer);
  const restarted = fixture({ tools: [high], store: first.store, clock: first.clock });
  expect(await answerWith(restarted, answer)).toBe(declined);
  expect(restarted.ran).toEqual([]);
});

test("who has declined cannot accept the same question later", async () => {
  const server = fixture({ tools: [high] });
  const { state } = await ask(server);
  expect(await answerWith(server, { state, action: "decline" })).toBe(declined);
  expect(await answerWith(server, { state, action: "accept", content: { confirm: true } })).toBe(declined);
  expect(server.ran).toEqual([]);
});

test("a store that cannot use up the approval refuses the call", async () => {
  const { store } = fixture();
  const server = fixture({
    tools: [high],
    store: { ...store, insert: () => Promise.reject(new Error("down")) },
  });
  const { state } = await ask(server);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(server, answer)).toBe("refused internal_error");
  expect(server.ran).toEqual([]);
});

test("a step-up that is missing does not use up the approval", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, stepUpAuth: { kind: "always", acr: "mfa" } })] });
  const { state } = await ask(server);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(server, answer)).toBe("refused step_up_required");
  expect(await answerWith(server, answer, input, { ...anna, acr: "mfa" })).toBe("completed");
});

test("what was planned is shown, and an answer to another plan is stale", async () => {
  let count = 1;
  const tools = [tool({ ...highRisk, dryRun: { mode: "supported", preview } })];
  const server = fixture({ tools, plan: () => ({ preview: { count } }) });
  const { request, state } = await ask(server);
  expect(request.plan).toMatchObject({ count: 1, dryRun: true });
  expect(request.message).toContain("count: `1`");
  count = 2;
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(server, answer)).toBe("refused plan_stale");
  expect(server.ran).toEqual([]);
});

const always: readonly (readonly [string, Partial<ToolContract>])[] = [
  ["a high risk", { riskLevel: "high" }],
  ["a critical risk", { riskLevel: "critical" }],
  ["no autonomous execution", { autonomousExecution: false }],
  [
    "agency and a destructive effect",
    { hints: { ...tool().hints, agencyHint: true, destructiveHint: true } },
  ],
  ["a condition that is true", { confirmation: { kind: "when", condition: "size(input.text) < 5" } }],
  ["a condition that cannot be evaluated", { confirmation: { kind: "when", condition: "input.text.x" } }],
  ["confirmation always", { confirmation: { kind: "always" } }],
];
for (const [what, changes] of always)
  test(`${what} needs a person, whatever else the contract says`, async () => {
    const { call } = fixture({ tools: [tool(changes)] });
    expect(summary(await call("notes.create", input))).toBe("refused confirmation_required");
  });
test("a condition that is false needs none", async () => {
  const { call } = fixture({
    tools: [tool({ confirmation: { kind: "when", condition: "size(input.text) > 5" } })],
  });
  expect(summary(await call("notes.create", input))).toBe("completed");
});
test("an answer to a call that needs none is ignored", async () => {
  const { call } = fixture();
  const answer = { state: "", action: "decline" } as const;
  expect(summary(await call("notes.create", input, { answer }))).toBe("completed");
});

test("no argument value whatever runs a tool that needs a person", async () => {
  const keys = [
    "confirm",
    "confirmed",
    "approve",
    "answer",
    "state",
    "phrase",
    "canAsk",
    "force",
    "dryRun",
    "_meta",
  ];
  const open = { type: "object" };
  const tools = always.map(([, changes], index) =>
    tool({ ...changes, name: `notes.open_${index}`, inputSchema: { ...open, properties: { text: {} } } }),
  );
  const server = fixture({ tools });
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()),
    fc.anything(),
  );
  const run = async (value: unknown, index: number) => {
    // Short texts make the condition of the fifth tool true, which is what this property presupposes.
    const given = typeof value === "object" && value !== null ? { ...value, text: "a" } : value;
    const outcome = await server.call(`notes.open_${index}`, given);
    expect(["refused confirmation_required", "refused invalid_input"]).toContain(summary(outcome));
  };
  await fc.assert(fc.asyncProperty(anything, fc.nat({ max: tools.length - 1 }), run), {
    seed: 20261121,
    numRuns: 600,
  });
  expect(server.ran).toEqual([]);
});

test("no content but the exact one approves", async () => {
  const server = fixture({ tools: [critical] });
  const content = fc.dictionary(
    fc.constantFrom("confirm", "phrase", "x"),
    fc.oneof(fc.jsonValue(), fc.constant("create")),
  );
  const run = async (each: object) => {
    const { state } = await ask(server);
    expect(await answerWith(server, { state, action: "accept", content: each as never })).toBe(declined);
  };
  await fc.assert(fc.asyncProperty(content, run), { seed: 20261121, numRuns: 200 });
  const { request, state } = await ask(server);
  expect(await answerWith(server, { state, action: "accept", content: yesTo(request) })).toBe("completed");
});

const given: Fixture = {
  tools: [tool({ ...criticalRisk, inputSchema: { type: "object" }, sideEffects: [sends, creates] })],
};
async function messageFor(value: object): Promise<string> {
  return (await ask(fixture(given), value)).request.message;
}

test("the question names the tool, the caller, the arguments, the side effects and the phrase", async () => {
  const { request } = await ask(fixture(given), { to: ["x@y.z"], nested: { deep: [true, null] }, none: [] });
  expect(request.message).toBe(
    [
      'Create a note (notes.create, critical risk), asked for by agent `"anna"` of `"acme"`',
      "Keeps a text.",
      "",
      "Arguments:",
      "- nested.deep[0]: `true`",
      "- nested.deep[1]: `null`",
      "- none: `[]`",
      '- to[0]: `"x@y.z"`',
      "",
      "Side effects:",
      "- sends: One email to every recipient. (cannot be undone, leaves the system)",
      "- creates: A note.",
      "",
      `To approve exactly this, type: ${request.phrase}`,
    ].join("\n"),
  );
  expect(request.answerSchema).toMatchObject({
    required: ["phrase"],
    properties: { phrase: { type: "string" } },
  });
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
test("what cannot be seen is escaped, in values and in keys", async () => {
  const message = await messageFor({ text: `x${hostile}y`, [`k${hostile}`]: "v  w" });
  const lines = message
    .split("\n")
    .filter((line) => line.includes("x\\u") || line.includes("v\\u") || line.includes('"k'));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^[\u0020-\u007e]+$/);
  expect(message).toContain("\\u{202e}\\u{200b}\\u{2066}");
  expect(message).toContain("v\\u{20} w");
  expect(message.match(/`/g)?.length).toBe(10); // pairs of ours: caller, tenant, the hostile key, its value, the hostile value
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
  const { message } = (await ask(server, { nested })).request;
  expect(message.match(/31 items/g)?.length).toBeGreaterThan(20);
  expect(message.match(/SHA-256/g)).toHaveLength(1);
});
test("a long text is shown as its size, its digest and its beginning", async () => {
  const message = await messageFor({ body: `Dear Anna, ${"x".repeat(50_000)}` });
  expect(message).toMatch(/body: 50011 characters, SHA-256 [0-9a-f]{64}, beginning `"Dear Anna, x/);
  expect(message.length).toBeLessThan(3000);
});
