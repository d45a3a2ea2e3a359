import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject, Refinement, ToolContract } from "@proviso/manifest";
import { creates, criticalRisk, fixture, highRisk, preview, sends, summary, tool } from "../sample.ts";

const inputSchema = {
  type: "object",
  properties: { action: { enum: ["read", "note", "send"] }, count: { type: "integer" } },
  required: ["action"],
  additionalProperties: false,
} as const satisfies JsonObject;

const { hints, dataFlow } = tool();
const low = {
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  hints,
  dataFlow,
} as const;
const read: Refinement = {
  when: "input.action == 'read'",
  ...low,
  sideEffects: [],
  hints: { ...hints, readOnlyHint: true, idempotentHint: true },
};
const note: Refinement = { when: "input.action == 'note'", ...low, sideEffects: [creates] };

/** A tool that reads, keeps a note or sends: critical as written, low for the first two. */
function manage(changes: Partial<ToolContract> = {}): ToolContract {
  return tool({
    ...criticalRisk,
    name: "notes.manage",
    inputSchema,
    stepUpAuth: { kind: "never", reason: "Tested." },
    hints: { ...hints, destructiveHint: true, openWorldHint: true },
    dataFlow: { ...dataFlow, sendsOut: true },
    refinements: [read, note],
    ...changes,
  });
}

async function check(input: JsonObject, expected: string, changes: Partial<ToolContract> = {}) {
  const { call, ran, audit } = fixture({ tools: [manage(changes)] });
  const outcome = await call("notes.manage", input, { canAsk: true });
  expect([summary(outcome), ran.length]).toEqual([expected, expected === "completed" ? 1 : 0]);
  return { outcome, record: audit.records.at(-1) };
}

describe("a call is enforced by the contract of what it asks for", () => {
  test("where a refinement applies, by that", async () => {
    const { record } = await check({ action: "read" }, "completed");
    expect(record).toMatchObject({ kind: "outcome", outcome: "completed", refinement: 0 });
  });
  test("where none does, by the tool as written", async () => {
    const { outcome, record } = await check({ action: "send" }, "input_required");
    expect(outcome).toMatchObject({ request: { phrase: expect.stringMatching(/^manage /) } });
    expect(record).not.toHaveProperty("refinement");
  });
  test("by the first that applies", async () => {
    const refinements = [
      { ...read, when: "false" },
      note,
      { ...highRisk, ...note, ...highRisk, when: "true" },
    ];
    expect((await check({ action: "note" }, "completed", { refinements })).record).toMatchObject({
      refinement: 1,
    });
    expect((await check({ action: "send" }, "input_required", { refinements })).record).toMatchObject({
      refinement: 2,
    });
  });
  test("by the tool as written where a condition cannot be decided", async () => {
    const refinements = [
      { ...read, when: "input.count > 0" },
      { ...read, when: "true" },
    ];
    await check({ action: "read" }, "input_required", { refinements });
    await check({ action: "read", count: 1 }, "completed", { refinements });
    await check({ action: "read" }, "input_required", { refinements: [{ ...read, when: "not CEL" }] });
  });
  test("which the intent need not name: its input and its contract say it", async () => {
    const { call, audit } = fixture({ tools: [manage()] });
    await call("notes.manage", { action: "read" });
    expect(audit.records[0]).toMatchObject({ kind: "intent", contractHash: manage().hash });
    expect(audit.records[0]).not.toHaveProperty("refinement");
  });
});

describe("what a refinement changes", () => {
  test("policies see the contract that applies", async () => {
    const seen: unknown[] = [];
    const policies = {
      "*": ({ tool: { riskLevel } }: { tool: ToolContract }) => {
        seen.push(riskLevel);
        return { effect: "allow" } as const;
      },
    };
    const { call } = fixture({ tools: [manage()], policies });
    await call("notes.manage", { action: "read" });
    await call("notes.manage", { action: "send" });
    expect(seen).toEqual(["low", "critical"]);
  });
  test("the question shows the side effects of what is asked for", async () => {
    const asks = { ...note, ...highRisk };
    const { outcome } = await check({ action: "note" }, "input_required", { refinements: [asks] });
    expect(outcome).toMatchObject({ request: { message: expect.stringContaining("creates: A note.") } });
    expect(JSON.stringify(outcome)).not.toContain(sends.description);
  });
  test("its own conditions hold", async () => {
    const asks: Refinement = {
      ...note,
      riskLevel: "medium",
      confirmation: { kind: "when", condition: "input.count > 10" },
    };
    await check({ action: "note", count: 3 }, "completed", { refinements: [asks] });
    await check({ action: "note", count: 30 }, "input_required", { refinements: [asks] });
  });
  test("step-up is asked for as it says", async () => {
    const stepUpAuth = { kind: "always", acr: "mfa" } as const;
    await check({ action: "read" }, "completed", { ...highRisk, stepUpAuth });
    const { approved } = fixture({ tools: [manage({ stepUpAuth })] });
    expect(summary(await approved("notes.manage", { action: "send" }))).toBe("refused step_up_required");
  });
  test("a dry run need not come first where nothing changes, and is one where it is asked for", async () => {
    const dryRun = { mode: "required", preview } as const;
    await check({ action: "read" }, "completed", { dryRun });
    await check({ action: "send" }, "refused dry_run_required", { dryRun });
    const { call, ran } = fixture({ tools: [manage({ dryRun })] });
    expect(summary(await call("notes.manage", { action: "read", dryRun: true }))).toBe("planned");
    expect(ran).toEqual([]);
  });
  test("a read is made again, though the tool remembers its outcomes", async () => {
    const { call, approved, ran } = fixture({
      tools: [manage({ idempotency: { key: ["count"], ttlMs: 60_000 } })],
    });
    expect(summary(await approved("notes.manage", { action: "send", count: 1 }))).toBe("completed");
    for (const times of [2, 3]) {
      expect(summary(await call("notes.manage", { action: "read", count: 1 }))).toBe("completed");
      expect(ran.length).toBe(times);
    }
    expect(summary(await approved("notes.manage", { action: "send", count: 1 }))).toBe("replayed");
  });
  test("but neither the permissions nor the schemas", async () => {
    await check({ action: "read" }, "refused permission_denied", { permissions: ["notes:all"] });
    await check({ action: "peek" }, "refused invalid_input");
  });
});

test("an approval is worth nothing for an input under another refinement, or under the tool as written", async () => {
  const asks = { ...note, ...highRisk };
  const { call, ran } = fixture({ tools: [manage({ refinements: [read, asks] })] });
  const asked = await call("notes.manage", { action: "note" }, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  const other = await call("notes.manage", { action: "send" }, { canAsk: true, answer });
  expect([summary(other), ran.length]).toEqual(["refused confirmation_unanswered", 0]);
  expect(summary(await call("notes.manage", { action: "note" }, { canAsk: true, answer }))).toBe("completed");
});

test("an input that changes while it is read is one and the same for the condition and the handler", async () => {
  for (let start = 0; start < 4; start++) {
    let reads = start;
    const { call, ran } = fixture({ tools: [manage()] });
    const restless = {
      get action() {
        return reads++ % 2 === 0 ? "read" : "send";
      },
    };
    const outcome = await call("notes.manage", restless, { canAsk: true });
    expect(ran).toEqual(summary(outcome) === "completed" ? [{ action: "read" }] : []);
  }
});

describe("for any input", () => {
  const seeded = { seed: 20261121, numRuns: 200 };
  const conditions = [
    ["input.action == 'read'", (input: JsonObject) => input["action"] === "read"],
    ["input.count > 5", ({ count }: JsonObject) => (typeof count === "number" ? count > 5 : undefined)],
    [
      "has(input.count) && input.count < 0",
      ({ count }: JsonObject) => typeof count === "number" && count < 0,
    ],
    ["input.action.startsWith('n')", (input: JsonObject) => String(input["action"]).startsWith("n")],
    ["1 / (size(input.action) - 4) > 0", () => undefined],
  ] as const;
  const inputs = fc.record(
    {
      action: fc.constantFrom("read", "note", "send", "peek", 7),
      count: fc.oneof(fc.integer(), fc.string()),
    },
    { requiredKeys: ["action"] },
  ) as fc.Arbitrary<JsonObject>;
  const isValid = (input: JsonObject): boolean =>
    ["read", "note", "send"].includes(String(input["action"])) &&
    (input["count"] === undefined || Number.isInteger(input["count"]));

  test("the first true condition decides, an undecidable one before it means the worst case, and only what is low runs unconfirmed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...conditions]), inputs, async (chosen, input) => {
        const refinements = chosen.map(([when]) => ({ ...note, when }));
        const { call, ran, audit } = fixture({ tools: [manage({ refinements })] });
        const outcome = summary(await call("notes.manage", input as Json, { canAsk: true }));
        const verdicts = chosen.map(([, decide]) => decide(input));
        const first = verdicts.findIndex((verdict) => verdict !== false);
        const applies = isValid(input) && verdicts[first] === true;
        const expected = applies ? "completed" : "input_required";
        expect(outcome).toBe(isValid(input) ? expected : "refused invalid_input");
        expect(ran.length).toBe(applies ? 1 : 0);
        expect(audit.records.at(-1)?.refinement).toBe(applies ? first : undefined);
      }),
      seeded,
    );
  });
});

test("a read under the key of a call that died in its effect does not free that key", async () => {
  const key = { idempotencyKey: "k" };
  const tools = [manage()];
  const dying = fixture({ tools, execute: () => new Promise(() => {}) });
  void dying.call("notes.manage", { action: "note" }, key);
  while (dying.ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const { store, clock } = dying;
  const restarted = fixture({ tools, store, clock });
  clock.advance(61_000);
  const words: string[] = [];
  for (const action of ["read", "note"])
    words.push(summary(await restarted.call("notes.manage", { action }, key)));
  expect(words).toEqual(["refused idempotency_conflict", "refused outcome_unknown"]);
  expect(restarted.ran).toEqual([]);
});
