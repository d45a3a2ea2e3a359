// What the question holds, and what the failure says of an answer that does not count. That it runs nothing: `confirm.test.ts`.
import { expect, test } from "vitest";
import type { Answer } from "../../src/api/outcome.ts";
import type { Store } from "../../src/api/ports.ts";
import { fingerprint } from "../../src/canonical/fingerprint.ts";
import { criticalRisk, fixture, highRisk, preview, summary, tool, type Fixture } from "../sample.ts";

const input = { text: "a" };
const minute = 60_000;

function open(options: Fixture = {}) {
  const server = fixture({ tools: [tool(highRisk)], ...options });
  const ask = async (more: object = input) => {
    const asked = await server.call("notes.create", more, { canAsk: true });
    if (asked.kind !== "input_required") throw new Error(`nobody was asked: ${JSON.stringify(asked)}`);
    return asked;
  };
  /** What the failure says about the answer, or the outcome in a word. */
  const answer = async (given: Partial<Answer> & Pick<Answer, "state">, more: object = input) => {
    const content = { confirm: true };
    const outcome = await server.call("notes.create", more, {
      answer: { action: "accept", content, ...given },
    });
    const code = "failure" in outcome ? outcome.failure.details?.["answer"] : undefined;
    return typeof code === "string" ? code : summary(outcome);
  };
  return { ...server, ask, answer };
}

test("the failure says why an answer does not count", async () => {
  const { answer, ask, clock } = open();
  const { state } = await ask();
  for (const action of ["cancel", "timeout", "error"] as const)
    expect(await answer({ state: (await ask()).state, action })).toBe(action);
  for (const content of [undefined, {}, { confirm: "true" }])
    expect(await answer({ state: (await ask()).state, content } as Answer)).toBe("another_answer");
  expect(await answer({ state: "x" })).toBe("forged");
  expect(await answer({ state }, { text: "b" })).toBe("another_request");
  const stranger = open({ stateKeys: [new Uint8Array(32).fill(8)] });
  expect(await answer({ state: (await stranger.ask()).state })).toBe("unknown_key");
  expect(await answer({ state })).toBe("completed");
  expect(await answer({ state })).toBe("used");
  const late = await ask();
  clock.advance(5 * minute);
  expect(await answer({ state: late.state })).toBe("expired");
});

test("an answer that is none uses the question up too", async () => {
  for (const first of [{ action: "cancel" }, { content: {} }, { action: "decline" }] as const) {
    const { answer, ask, ran } = open();
    const { state } = await ask();
    await answer({ state, ...first });
    expect([await answer({ state }), ran]).toEqual(["used", []]);
  }
});

test("a stale answer is used up, and its plan cannot come back", async () => {
  let count = 1;
  const { answer, ask, ran } = open({
    tools: [tool({ ...highRisk, dryRun: { mode: "supported", preview } })],
    plan: () => ({ count }),
  });
  const { state } = await ask();
  count = 2;
  expect(await answer({ state })).toBe("refused plan_stale");
  count = 1;
  expect([await answer({ state }), ran]).toEqual(["used", []]);
});

test("a question names the call, and the answer that counts", async () => {
  const { hash } = tool(highRisk);
  const { request } = await open().ask();
  expect(request).toMatchObject({
    tool: "notes.create",
    fingerprint: fingerprint(input),
    contractHash: hash,
    input,
    answerSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: "Confirm" } },
      required: ["confirm"],
    },
  });
  for (const field of ["plan", "phrase"]) expect(request).not.toHaveProperty(field);
  const critical = await open({ tools: [tool(criticalRisk)] }).ask();
  expect(critical.request.answerSchema).toMatchObject({
    properties: {
      phrase: { type: "string", description: expect.stringContaining(critical.request.phrase ?? "?") },
    },
    required: ["phrase"],
  });
});

test("an answer to another question stops a call that needs none, and one that this server never asked does not", async () => {
  const { ask, call, ran } = open({ tools: [tool(highRisk), tool({ name: "notes.find" })] });
  const { state } = await ask();
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(await call("notes.find", input, { answer })).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "another_request" } },
  });
  expect(ran).toEqual([]);
  expect(summary(await call("notes.find", input, { answer: { ...answer, state: "x" } }))).toBe("completed");
});

test("where a phrase is asked for, an unchecked box is no answer", async () => {
  const { answer, ask } = open({ tools: [tool(criticalRisk)] });
  expect(await answer({ state: (await ask()).state, content: { confirm: false } })).toBe("another_answer");
});

test("an approval that cannot be recorded runs nothing", async () => {
  const { audit } = fixture();
  const { answer, ask, ran } = open({
    audit: {
      ...audit,
      append: (entry) =>
        entry.kind === "approval" ? Promise.reject(new Error("full")) : audit.append(entry),
    },
  });
  expect([await answer({ state: (await ask()).state }), ran]).toEqual(["refused server_unavailable", []]);
});

test("a question expires by the clock of the store, which several servers share", async () => {
  const made = fixture();
  const store: Store = {
    ...made.store,
    now: async () => new Date(made.clock.now().getTime() + ahead),
  };
  let ahead = 0;
  const { answer, ask } = open({ store, clock: made.clock });
  const { state } = await ask();
  ahead = 5 * minute;
  expect(await answer({ state })).toBe("expired");
  ahead = -1;
  expect(await answer({ state })).toBe("completed");
});

test("a used question is remembered for an hour after it expires", async () => {
  const made = fixture();
  const kept = new Map<string, number>();
  const store: Store = {
    ...made.store,
    insert(key, value, until) {
      kept.set(key.split(":", 1)[0] ?? "", until.getTime() - made.clock.now().getTime());
      return made.store.insert(key, value, until);
    },
  };
  const { answer, ask } = open({ store, clock: made.clock });
  expect(await answer({ state: (await ask()).state })).toBe("completed");
  expect(kept).toEqual(new Map([["approval", 65 * minute]]));
});

test("the record of an approval holds no hash of what was left out of the input", async () => {
  const inputSchema = { type: "object", properties: { text: {}, password: { type: "string" } } };
  const tools = [tool({ ...highRisk, inputSchema, dryRun: { mode: "supported", preview } })];
  const { answer, ask, audit } = open({ tools });
  const approvalOf = async (given: object) => {
    expect(await answer({ state: (await ask(given)).state }, given)).toBe("completed");
    return audit.records.findLast(({ kind }) => kind === "approval");
  };
  const withoutPlan = open();
  expect(await withoutPlan.answer({ state: (await withoutPlan.ask()).state })).toBe("completed");
  expect(withoutPlan.audit.records.find(({ kind }) => kind === "approval")).not.toHaveProperty("planHash");
  const whole = await approvalOf(input);
  expect([whole?.fingerprint, typeof whole?.planHash]).toEqual([fingerprint(input), "string"]);
  const secret = await approvalOf({ ...input, password: "s3cret" });
  for (const field of ["fingerprint", "planHash"]) expect(secret).not.toHaveProperty(field);
  expect(secret).toMatchObject({ askedAt: "2026-01-01T12:00:00.000Z", via: "host" });
});
