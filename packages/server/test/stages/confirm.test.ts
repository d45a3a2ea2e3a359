import fc from "fast-check";
import { expect, test } from "vitest";
import { approvalPhrase } from "@proviso/manifest";
import type { ToolContract } from "@proviso/manifest";
import type { Answer, ConfirmationRequest, Principal } from "../../src/api/outcome.ts";
import { yesTo } from "../../src/testing.ts";
import { anna, ben, criticalRisk, fixture, highRisk, preview, summary, tool } from "../sample.ts";

const input = { text: "a" };
const high = tool(highRisk);
const critical = tool(criticalRisk);
const declined = "refused confirmation_declined";
const unanswered = "refused confirmation_unanswered";

type Server = ReturnType<typeof fixture>;

/** The question that a person would be asked. */
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

/** Asks, answers and returns the outcome. */
async function check(contract: ToolContract, answer: Partial<Answer>, expected: string): Promise<void> {
  const server = fixture({ tools: [contract] });
  const { state } = await ask(server);
  expect(await answerWith(server, { state, action: "accept", ...answer })).toBe(expected);
  expect(server.ran).toHaveLength(expected === "completed" ? 1 : 0);
}

test("a person who says yes runs the tool", () => check(high, { content: { confirm: true } }, "completed"));
for (const [answer, expected] of [
  [{ content: { confirm: false } }, declined],
  [{ action: "decline" }, declined],
  [{ action: "decline", content: { confirm: true } }, declined],
  [{}, unanswered],
  [{ content: {} }, unanswered],
  [{ content: { confirm: "true" as unknown as boolean } }, unanswered],
  [{ content: { confirm: true, also: 1 } }, unanswered],
  [{ content: { confirm: false, also: 1 } }, unanswered],
  [{ content: { phrase: "create" } }, unanswered],
  [{ content: JSON.parse('{"__proto__":{"confirm":true}}') }, unanswered],
  [{ action: "cancel" }, unanswered],
  [{ action: "timeout" }, unanswered],
  [{ action: "error", content: { confirm: true } }, unanswered],
] as const satisfies readonly (readonly [Partial<Answer>, string])[])
  test(`${JSON.stringify(answer)} is no yes, but ${expected}`, () => check(high, answer, expected));

test("each of the three failures says what happened, who does what next and whether to call again", async () => {
  const server = fixture({ tools: [high] });
  const failureOf = async (answer?: Partial<Answer>) => {
    const { state } = await ask(server);
    const given = answer && { state, action: "accept" as const, ...answer };
    const outcome = await server.call("notes.create", input, {
      canAsk: false,
      ...(given && { answer: given }),
    });
    return "failure" in outcome ? outcome.failure : undefined;
  };
  expect(await failureOf()).toMatchObject({
    code: "confirmation_required",
    message: expect.stringMatching(/^Nobody was asked.*Do not retry from this client; the user can/),
  });
  expect(await failureOf({ action: "decline" })).toMatchObject({
    code: "confirmation_declined",
    message: expect.stringMatching(/No yes was given.*Do not call again unless the user asks/),
  });
  const dropped = [
    [{ action: "cancel" }, /closed without a yes or a no.*Ask the user.*call again with the same arguments/],
    [{ action: "timeout" }, /^Nobody answered.*Tell the user.*call again with the same arguments/],
    [{ action: "error" }, /client failed to show.*Tell the user; retry only when/],
    [
      { content: { confirm: "yes" } },
      /not the answer that was asked for.*call again with the same arguments/,
    ],
  ] as const satisfies readonly (readonly [Partial<Answer>, RegExp])[];
  for (const [answer, message] of dropped)
    expect(await failureOf(answer)).toMatchObject({
      code: "confirmation_unanswered",
      message: expect.stringMatching(message),
      details: { answer: expect.any(String) },
    });
});

/** Asks while a person is needed, and answers when none is. Returns the outcome, and how often the tool ran. */
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
for (const content of [
  { confirm: true },
  { confirm: false },
  { phrase: "" },
  { phrase: "create" },
  { phrase: `${phrase}0` },
  {},
])
  test(`${JSON.stringify(content)} does not approve a critical call`, () =>
    check(critical, { content }, unanswered));
test("the phrase for other arguments does not approve", () =>
  check(critical, { content: { phrase: approvalPhrase("notes.create", "0".repeat(64)) } }, unanswered));

test("a call by a user's own app needs a person, as one by an agent does", async () => {
  for (const kind of ["agent", "user"] as const) {
    const server = fixture({ tools: [high] });
    const call = server.callAs({ ...anna, kind });
    expect(summary(await call("notes.create", input))).toBe("refused confirmation_required");
    expect(server.ran).toEqual([]);
  }
});

test("where no person can be asked the call is refused", async () => {
  const { call, ran } = fixture({ tools: [high] });
  for (const options of [{}, { canAsk: false }])
    expect(summary(await call("notes.create", input, options))).toBe("refused confirmation_required");
  expect(ran).toEqual([]);
});

for (const state of ["", ".", "a.b", "e30.", "x".repeat(100_000), '{"tool":"notes.create"}'])
  test(`the made-up state \`${state.slice(0, 30)}\` opens nothing`, async () => {
    const server = fixture({ tools: [high] });
    expect(await answerWith(server, { state, action: "accept", content: { confirm: true } })).toBe(
      unanswered,
    );
    expect(server.ran).toEqual([]);
  });

test("a state sealed with another key, unsealed or changed opens nothing", async () => {
  const server = fixture({ tools: [high] });
  const stranger = fixture({ tools: [high], stateKeys: [new Uint8Array(32).fill(8)] });
  const { state } = await ask(server);
  const [id = "", claims = "", seal = ""] = state.split(".");
  const later = JSON.parse(Buffer.from(claims, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...later, expiresAt: later.expiresAt + 1 })).toString(
    "base64url",
  );
  const forged = [
    (await ask(stranger)).state,
    claims,
    `${id}.${claims}`,
    `${id}.${claims}.`,
    `${id}.${changed}.${seal}`,
    `${claims}.${seal}`,
    `000000000000.${claims}.${seal}`,
    `${state}.${seal}`,
  ];
  for (const each of forged)
    expect(await answerWith(server, { state: each, action: "accept", content: { confirm: true } })).toBe(
      unanswered,
    );
  expect(server.ran).toEqual([]);
});

test("a short key stops the server from starting", () => {
  expect(() => fixture({ stateKeys: [new Uint8Array(31)] })).toThrow("at least 32 bytes");
});

test("an approval is for this principal, of this tenant and kind, this tool and these arguments", async () => {
  const server = fixture({ tools: [high, tool({ ...highRisk, name: "notes.other" })] });
  const { state } = await ask(server);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(server, answer, input, ben)).toBe(unanswered);
  expect(await answerWith(server, answer, input, { ...anna, tenant: "other" })).toBe(unanswered);
  expect(await answerWith(server, answer, input, { ...anna, kind: "user" })).toBe(unanswered);
  for (const text of ["A", "a ", "á", "a\u0301", ""])
    expect(await answerWith(server, answer, { text })).toBe(unanswered);
  expect(summary(await server.call("notes.other", input, { answer }))).toBe(unanswered);
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
  expect(await answerWith(deployed, answer)).toBe(unanswered);
});

test("an approval is too late after five minutes", async () => {
  const server = fixture({ tools: [high] });
  const { state } = await ask(server);
  server.clock.advance(5 * 60_000);
  expect(await answerWith(server, { state, action: "accept", content: { confirm: true } })).toBe(unanswered);
});

test("the same approval a hundred times at once runs the tool once", async () => {
  const server = fixture({ tools: [high] });
  const { state } = await ask(server);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => answerWith(server, answer)));
  expect(outcomes.filter((outcome) => outcome === "completed")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === unanswered)).toHaveLength(99);
  expect(server.ran).toHaveLength(1);
});

test("an approval that was used is used after a restart too", async () => {
  const first = fixture({ tools: [high] });
  const { state } = await ask(first);
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  await answerWith(first, answer);
  const restarted = fixture({ tools: [high], store: first.store, clock: first.clock });
  expect(await answerWith(restarted, answer)).toBe(unanswered);
  expect(restarted.ran).toEqual([]);
});

test("who has declined cannot accept the same question later", async () => {
  const server = fixture({ tools: [high] });
  const { state } = await ask(server);
  expect(await answerWith(server, { state, action: "decline" })).toBe(declined);
  expect(await answerWith(server, { state, action: "accept", content: { confirm: true } })).toBe(unanswered);
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
  expect(await answerWith(server, answer)).toBe("refused server_unavailable");
  expect(server.ran).toEqual([]);
});

test("nobody is asked before a log-in that is too weak, and it is looked at again when the answer comes", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, stepUpAuth: { kind: "always", acr: "mfa" } })] });
  const strong = { ...anna, acr: "mfa" };
  expect(summary(await server.call("notes.create", input, { canAsk: true }))).toBe(
    "refused step_up_required",
  );
  const asked = await server.callAs(strong)("notes.create", input, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  expect(await answerWith(server, answer)).toBe("refused step_up_required");
  expect(server.ran).toEqual([]);
  expect(await answerWith(server, answer, input, strong)).toBe("completed");
});

test("an answer of somebody whose authentication has expired, or who may no longer do it, does not count", async () => {
  const server = fixture({ tools: [high] });
  const expiresAt = server.clock.now().getTime() / 1000 + 60;
  const asked = await server.callAs({ ...anna, expiresAt })("notes.create", input, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  server.clock.advance(60_000);
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  for (const principal of [
    { ...anna, expiresAt },
    { ...anna, permissions: [] },
    { ...anna, expiresAt: Number.NaN },
  ])
    expect(await answerWith(server, answer, input, principal)).toBe("refused permission_denied");
  expect(server.ran).toEqual([]);
  expect(await answerWith(server, answer, input, { ...anna, expiresAt: expiresAt + 1 })).toBe("completed");
});

test("what was planned is shown, and an answer to another plan is stale", async () => {
  let count = 1;
  const tools = [tool({ ...highRisk, dryRun: { mode: "supported", preview } })];
  const server = fixture({ tools, plan: () => ({ count }) });
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
  [
    "a high risk with a condition that is false",
    { riskLevel: "high", confirmation: { kind: "when", condition: "size(input.text) > 5" } },
  ],
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
    expect(await answerWith(server, { state, action: "accept", content: each as never })).toBe(unanswered);
  };
  await fc.assert(fc.asyncProperty(content, run), { seed: 20261121, numRuns: 200 });
  const { request, state } = await ask(server);
  expect(await answerWith(server, { state, action: "accept", content: yesTo(request) })).toBe("completed");
});

test("a contract that says a person need not be asked before everything is deleted is not trusted", async () => {
  const deletes = { kind: "deletes", description: "All.", reversible: false, external: false } as const;
  const server = fixture({ tools: [tool({ riskLevel: "medium", sideEffects: [deletes] })] });
  expect(summary(await server.call("notes.create", input))).toBe("refused confirmation_required");
  expect(server.ran).toEqual([]);
});
