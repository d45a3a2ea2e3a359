import { expect, test } from "vitest";
import type { Progress } from "@proviso/manifest";
import { OutcomeUnknown, ToolFailure } from "../../src/api/failure.ts";
import { creates, failureMode, fixture, highRisk, preview, summary, tool } from "../sample.ts";
import type { Fixture } from "../sample.ts";

async function check(given: Fixture, expected: string, secret = "s3cret") {
  const server = fixture(given);
  const outcome = await server.call("notes.create", { text: "x" });
  expect(summary(outcome)).toBe(expected);
  expect(JSON.stringify([outcome, server.audit.records])).not.toContain(secret);
  return { ...server, outcome };
}

test("what the handler returns is the output, as JSON", async () => {
  const { outcome } = await check({ execute: () => ({ id: "n1", gone: undefined }) }, "completed");
  expect(outcome).toEqual({ kind: "completed", tool: "notes.create", output: { id: "n1" }, replayed: false });
});

for (const [what, output] of [
  ["lacks a property", {}],
  ["has one too many", { id: "n", password: "s3cret" }],
  ["is undefined", undefined],
  ["is no object", "s3cret"],
] as const)
  test(`an output that ${what} is withheld, and the audit says where`, async () => {
    const faults: unknown[] = [];
    const { audit } = await check(
      { execute: () => output, onFault: (fault) => faults.push(String(fault)) },
      "failed outcome_unknown",
    );
    expect(audit.records[1]?.fault).toMatch(/^the output does not fit the contract: (\/|must)/);
    expect(faults).toEqual([`TypeError: ${audit.records[1]?.fault}`]);
  });

test("a declared failure passes with its message, details and retry advice", async () => {
  const { outcome } = await check(
    {
      execute: (_input, { fail }) => {
        throw fail["diskBusy"]?.("The disk is busy.", { disk: 7 });
      },
    },
    "failed disk_busy",
  );
  expect(outcome).toMatchObject({
    failure: { message: "The disk is busy.", retry: "after", details: { disk: 7 } },
  });
});
test("two codes that differ by a `_` only have a constructor each", async () => {
  const tools = [tool({ failureModes: [failureMode("error_1", "never"), failureMode("error1", "never")] })];
  for (const code of ["error_1", "error1"])
    await check(
      {
        tools,
        execute: (_input, { fail }) => {
          throw fail[code]?.();
        },
      },
      `failed ${code}`,
    );
});
test("a failure without a message has that of its mode", async () => {
  const { outcome } = await check(
    { execute: () => Promise.reject(new ToolFailure("disk_busy")) },
    "failed disk_busy",
  );
  expect(outcome).toMatchObject({ failure: { message: "It is disk_busy." } });
});
for (const [what, error] of [
  ["an undeclared code", new ToolFailure("s3cret_code", "s3cret")],
  ["a code of another tool", new ToolFailure("constructor", "s3cret")],
  ["any other error", new TypeError("s3cret")],
  ["something that is no error", "s3cret"],
  ["a code that only our stages may say", { code: "outcome_unknown", message: "s3cret" }],
] as const)
  test(`after ${what} it is unknown whether it took effect, and nothing else is told`, async () => {
    const faults: unknown[] = [];
    const { audit } = await check(
      { execute: () => Promise.reject(error), onFault: (fault) => faults.push(fault) },
      "failed outcome_unknown",
    );
    expect(audit.records[1]?.fault).toContain("which its contract does not declare");
    expect(faults).toEqual([error]);
  });

for (const [what, execute, fault] of [
  ["throws", () => Promise.reject(new TypeError("s3cret")), "the handler threw TypeError"],
  ["returns what does not fit", () => ({}), "the output does not fit"],
] as const)
  test(`a tool without effects that ${what} has failed, and nothing is in doubt`, async () => {
    const { audit } = await check({ tools: [tool({ sideEffects: [] })], execute }, "failed internal_error");
    expect(audit.records[1]?.fault).toContain(fault);
  });

test.each([null, "s3cret", 7, undefined])("%s is no failure that a contract declares", async (thrown) => {
  const execute = () => Promise.reject(thrown as unknown as Error);
  await check({ tools: [tool({ sideEffects: [] })], execute }, "failed internal_error");
});

test("a handler that cannot know whether its effect happened says so in its own words", async () => {
  const { outcome } = await check(
    { execute: () => Promise.reject(new OutcomeUnknown("The bank did not answer.")) },
    "failed outcome_unknown",
  );
  expect(outcome).toMatchObject({ failure: { message: "The bank did not answer." } });
});

test("of a failure's message 64 KiB are told", async () => {
  const execute: Fixture["execute"] = (_input, context) => {
    throw context.fail["diskBusy"]?.("x".repeat(70_000)) ?? new Error("none");
  };
  const { outcome } = await check({ execute }, "failed disk_busy");
  expect(outcome).toMatchObject({ failure: { message: "x".repeat(65_536) } });
  expect("failure" in outcome && outcome.failure).not.toHaveProperty("details");
});

test("a failure made by another installation of this package is one, and its fields may be missing", async () => {
  class ToolFailure2 extends Error {
    override readonly name = "ToolFailure";
    readonly code = "disk_busy";
    readonly details = { disk: 7 };
  }
  const thrown = new ToolFailure2("Full.");
  const { outcome } = await check({ execute: () => Promise.reject(thrown) }, "failed disk_busy");
  expect(outcome).toMatchObject({ failure: { message: "Full.", retry: "after", details: { disk: 7 } } });
  const bare = { execute: () => Promise.reject({ name: "ToolFailure", code: "disk_busy" }) };
  expect((await check(bare, "failed disk_busy")).outcome).toMatchObject({
    failure: { message: "It is disk_busy." },
  });
});

// A payment provider's library has codes too, and throws them after it has paid.
test.each([
  Object.assign(new Error("s3cret"), { code: "disk_busy", details: { key: "s3cret" } }),
  { code: "disk_busy", message: "s3cret" },
])("somebody else's error with a code that the contract declares is none of its failures", async (thrown) => {
  const { outcome } = await check({ execute: () => Promise.reject(thrown) }, "failed outcome_unknown");
  expect(JSON.stringify(outcome)).not.toContain("s3cret");
});

const endless: Fixture["execute"] = () => new Promise(() => {});
test("a tool without effects that takes too long times out", () =>
  check({ tools: [tool({ sideEffects: [], timeoutMs: 10 })], execute: endless }, "failed timeout"));
test("a tool with effects that takes too long has an unknown outcome", () =>
  check(
    { tools: [tool({ sideEffects: [creates], timeoutMs: 10 })], execute: endless },
    "failed outcome_unknown",
  ));

test("the longest timeout that a contract can have is no short one", async () => {
  const execute: Fixture["execute"] = () =>
    new Promise((resolve) => setTimeout(() => resolve({ id: "n" }), 5));
  await check({ tools: [tool({ timeoutMs: 2 ** 40 })], execute }, "completed");
});

test("the handler is told that its time is up", async () => {
  let reason: unknown;
  const execute: Fixture["execute"] = (_input, { signal }) =>
    new Promise(() => signal.addEventListener("abort", () => (reason = signal.reason)));
  const { outcome } = await check({ tools: [tool({ timeoutMs: 10 })], execute }, "failed outcome_unknown");
  expect(reason).toMatchObject({ name: "TimeoutError" });
  expect(outcome).toMatchObject({ failure: { message: expect.stringContaining("The call took too long") } });
});

test("a caller who gives up while the handler begins does not wait for it", async () => {
  const controller = new AbortController();
  const execute = (): Promise<never> => {
    controller.abort();
    return new Promise(() => {});
  };
  const outcome = await fixture({ execute }).call(
    "notes.create",
    { text: "x" },
    { signal: controller.signal },
  );
  expect(outcome).toMatchObject({
    failure: { code: "outcome_unknown", message: expect.stringContaining("was cancelled") },
  });
});

test("a handler that returns no promise has ended when it returns", async () => {
  const controller = new AbortController();
  const execute = (): object => {
    controller.abort();
    return { id: "n1" };
  };
  const outcome = await fixture({ execute }).call(
    "notes.create",
    { text: "x" },
    { signal: controller.signal },
  );
  expect(summary(outcome)).toBe("completed");
});

test("a handler that fails after its time is up disturbs nobody", async () => {
  const execute: Fixture["execute"] = (_input, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("late"))));
  await check({ tools: [tool({ timeoutMs: 10 })], execute }, "failed outcome_unknown");
});

test("a caller who gives up before the call runs nothing, and uses up no approval", async () => {
  const { call, ran } = fixture({ tools: [tool(highRisk)] });
  const asked = await call("notes.create", { text: "x" }, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  const outcome = await call("notes.create", { text: "x" }, { answer, signal: AbortSignal.abort() });
  expect([summary(outcome), ran]).toEqual(["refused timeout", []]);
  expect(summary(await call("notes.create", { text: "x" }, { answer }))).toBe("completed");
});
test("a caller who gives up while the last checks are made runs nothing", async () => {
  const controller = new AbortController();
  const { store } = fixture();
  const { call, ran } = fixture({
    tools: [tool({ rateLimit: { limit: 1, perMs: 1000 } })],
    store: {
      ...store,
      insert(...given) {
        controller.abort();
        return store.insert(...given);
      },
    },
  });
  const outcome = await call("notes.create", { text: "x" }, { signal: controller.signal });
  expect([summary(outcome), ran]).toEqual(["refused timeout", []]);
});
test("a caller who gives up during an effect does not know whether it happened", async () => {
  const controller = new AbortController();
  const { call } = fixture({
    execute: (_input, { signal }) => {
      controller.abort();
      expect(signal.reason).toMatchObject({ name: "AbortError" });
      return new Promise(() => {});
    },
  });
  const outcome = await call("notes.create", { text: "x" }, { signal: controller.signal });
  expect(summary(outcome)).toBe("failed outcome_unknown");
});

test("progress reaches the caller, and a listener that throws changes nothing", async () => {
  const seen: Progress[] = [];
  const { call } = fixture({
    execute: (_input, { progress }) => {
      progress({ progress: 1, total: 2 });
      return { id: "n" };
    },
  });
  const onProgress = (progress: Progress): never => {
    seen.push(progress);
    throw new Error("listener");
  };
  expect(summary(await call("notes.create", { text: "x" }, { onProgress }))).toBe("completed");
  expect(seen).toEqual([{ progress: 1, total: 2 }]);
});

test("a handler that returns null has ended", async () => {
  const { audit } = await check({ execute: () => null }, "failed outcome_unknown");
  expect(audit.records[1]?.fault).toContain("the output does not fit the contract");
});

test("every check that was left for the end is made", async () => {
  const rateLimit = { limit: 1, perMs: 60_000 };
  const { approved } = fixture({ tools: [tool({ ...highRisk, rateLimit })] });
  const calls = [
    await approved("notes.create", { text: "a" }),
    await approved("notes.create", { text: "b" }),
  ];
  expect(calls.map(summary)).toEqual(["completed", "refused rate_limit_exceeded"]);
});

test("ports that cannot be made refuse the call", async () => {
  const ports = (): never => {
    throw new Error("s3cret");
  };
  await check({ ports }, "refused internal_error");
});

test("the handler knows the principal, the time, the key and the call", async () => {
  const { call, audit } = fixture({
    execute: (_input, { principal, now, idempotencyKey, callId }) => ({
      id: [principal.id, now().toISOString(), idempotencyKey, callId].join(" "),
    }),
  });
  const outcome = await call("notes.create", { text: "x" }, { idempotencyKey: "k" });
  expect(outcome).toMatchObject({
    output: { id: `anna 2026-01-01T12:00:00.000Z k ${audit.records[0]?.callId}` },
  });
});

test("ports are made for the mode, and without a key there is none", async () => {
  const contexts: unknown[] = [];
  const { call } = fixture({
    execute(_input, context) {
      contexts.push([context.ports.mode, "idempotencyKey" in context]);
      return { id: "n" };
    },
  });
  await call("notes.create", { text: "x" });
  expect(contexts).toEqual([["execute", false]]);
});

test("a result that is too big is withheld before it costs anything, and an effect is said to have happened", async () => {
  const execute = () => ({ id: "s3cret".repeat(100) });
  for (const [sideEffects, expected] of [
    [[creates], "failed outcome_unknown"],
    [[], "failed internal_error"],
  ] as const) {
    const given = { tools: [tool({ sideEffects })], execute, maxResultBytes: 600 };
    const { audit, outcome } = await check(given, expected);
    expect(audit.records[1]?.fault).toBe(
      "the output does not fit the contract: must be a JSON object of at most 600 bytes (`maxResultBytes`)",
    );
    if (sideEffects.length > 0)
      expect(outcome).toMatchObject({ failure: { message: expect.stringContaining("took effect") } });
  }
  await check({ execute: () => ({ id: "x".repeat(580) }), maxResultBytes: 600 }, "completed");
});

/** Outputs that would take seconds, or all memory, to check. */
const bombs: Readonly<Record<string, unknown>> = {
  "the longest list, with nothing in it": Object.assign([], { length: 2 ** 32 - 1 }),
  "a gigabyte of bytes": new Uint8Array(2 ** 30),
};
test.each(Object.entries(bombs))("%s is no result, plan, event or detail", async (_, bomb) => {
  await check({ execute: () => ({ id: bomb }) }, "failed outcome_unknown");
  await check({ execute: () => bomb }, "failed outcome_unknown");
  const dryRun = { mode: "supported", preview } as const;
  const planned = fixture({ tools: [tool({ dryRun })], plan: () => ({ count: bomb }) });
  const outcome = await planned.call("notes.create", { text: "a", dryRun: true });
  expect(summary(outcome)).toBe("refused internal_error");
  const failing = () => Promise.reject(new ToolFailure("disk_busy", "full", { bomb } as never));
  const { outcome: failed } = await check({ execute: failing }, "failed disk_busy");
  expect(failed).toMatchObject({ failure: { message: "full" } });
  expect(failed).not.toHaveProperty("failure.details");
  const record = (_input: unknown, { audit }: { audit(type: string, details: object): Promise<void> }) =>
    audit("note.kept", { bomb });
  await check({ execute: record as never }, "failed outcome_unknown");
});
