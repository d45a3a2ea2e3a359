import type { JsonObject, ToolContract } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { ToolFailure } from "../../src/api/failure.ts";
import { anna, creates, failureMode, fixture, summary, tool, type Fixture } from "../sample.ts";

const day = 24 * 60 * 60_000;
const leaseMs = 20_000;
const textSchema = { type: "string" };

function objectOf(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function writer(changes: Partial<ToolContract> = {}): ToolContract {
  const inputSchema = { ...objectOf({ text: textSchema, more: textSchema }), required: ["text"] };
  return tool({ inputSchema, reconcile: "notes.find", timeoutMs: 50, ...changes });
}
const keyed = writer({ idempotency: { key: ["text"], ttlMs: day } });

function reader(changes: Partial<ToolContract> = {}): ToolContract {
  return tool({
    name: "notes.find",
    inputSchema: objectOf({ callId: textSchema, text: textSchema }),
    outputSchema: objectOf({ id: textSchema, line: textSchema }),
    sideEffects: [],
    hints: { ...tool().hints, readOnlyHint: true },
    auditEvent: "note.found",
    failureModes: [failureMode("note_missing", "after")],
    ...changes,
  });
}

type Ending = "throws" | "hangs" | "lies" | "says busy" | "dies before";

/** Notes in a ledger that keeps the id of the call that wrote each. Writes end badly, and no answer tells of them. */
function ledger(ending: Ending, given: Fixture = {}, notes = new Map<string, string>()) {
  const server = fixture({
    tools: [keyed, reader()],
    ...given,
    execute: ({ text, callId }, context) => {
      if (typeof callId === "string") {
        const id = notes.get(callId);
        if (id === undefined) throw new ToolFailure("note_missing");
        return { id, line: String(text) };
      }
      if (ending !== "dies before") notes.set(context.callId, `n${notes.size + 1}`);
      if (ending === "throws") throw new Error("after the effect");
      if (ending === "says busy") throw new ToolFailure("disk_busy");
      return ending === "lies" ? { id: 7 } : new Promise(() => {});
    },
  });
  const writes = () => server.ran.filter((input) => !("callId" in input)).length;
  return { ...server, notes, writes };
}

const input = { text: "a", more: "b" };
const found = { kind: "completed", tool: "notes.create", output: { id: "n1" }, replayed: false };

describe("a call whose outcome is unknown", () => {
  test.each(["throws", "hangs", "lies"] as const)("is found out where its handler %s", async (ending) => {
    const server = ledger(ending);
    expect(await server.call("notes.create", input)).toEqual(found);
    expect(await server.call("notes.create", input)).toEqual({ ...found, replayed: true });
    expect(server.writes()).toBe(1);
  });

  test("is not one that failed for good as its contract says: nobody is asked", async () => {
    const execute = () => Promise.reject(new ToolFailure("disk_busy"));
    const failureModes = [failureMode("disk_busy", "never")];
    const { call, ran } = fixture({ tools: [writer({ failureModes }), reader()], execute });
    expect(summary(await call("notes.create", input))).toBe("failed disk_busy");
    expect(ran).toHaveLength(1);
  });

  // A gateway that takes the money, and whose answer is lost, is easily called unavailable.
  test.each(["after", "sameKey"] as const)(
    "is found out where its handler says wrongly that it may be made again (%s)",
    async (retry) => {
      const failureModes = [failureMode("disk_busy", retry)];
      const server = ledger("says busy", { tools: [{ ...keyed, failureModes }, reader()] });
      expect(await server.call("notes.create", input)).toEqual(found);
      expect(await server.call("notes.create", input)).toEqual({ ...found, replayed: true });
      expect(server.writes()).toBe(1);
    },
  );

  test("is the failure that may be tried again where nothing is found", async () => {
    const execute = () => Promise.reject(new ToolFailure("disk_busy"));
    const { call, ran } = fixture({ tools: [keyed, reader()], execute });
    for (let time = 1; time < 3; time++) {
      expect(summary(await call("notes.create", input))).toBe("failed disk_busy");
      expect(ran.filter((given) => !("callId" in given))).toHaveLength(time);
    }
  });

  test("is found out without a key", async () => {
    const server = ledger("throws", { tools: [writer(), reader()] });
    expect(await server.call("notes.create", input)).toEqual(found);
  });

  test.each([
    ["that may be found out later, with the same key", {}, "sameKey"],
    ["that nobody can tell, never", { reconcile: undefined as never }, "never"],
  ] as const)("is advised to be made again %s", async (_, more, retry) => {
    const failureModes = [{ ...failureMode("outcome_unknown", "sameKey"), implied: true as const }];
    const { call } = fixture({
      tools: [{ ...keyed, failureModes, ...more }, reader()],
      execute: () => Promise.reject(new Error("broken")),
    });
    for (let time = 0; time < 2; time++)
      expect(await call("notes.create", input)).toMatchObject({
        failure: { code: "outcome_unknown", retry },
      });
  });

  test("stays unknown where nothing is found, until something is", async () => {
    const server = ledger("dies before");
    const first = await server.call("notes.create", input);
    expect(summary(first)).toBe("failed outcome_unknown");
    expect(summary(await server.call("notes.create", input))).toBe("failed outcome_unknown");
    const [intent] = server.audit.records;
    server.notes.set(intent?.callId ?? "", "n1");
    expect(await server.call("notes.create", input)).toEqual({ ...found, replayed: true });
    expect(server.writes()).toBe(1);
  });

  test.each<[string, Fixture]>([
    ["its caller may not read", { tools: [keyed, reader({ permissions: ["notes:read"] })] }],
    ["the other tool is hidden", { visible: ({ name }) => name !== "notes.find" }],
    [
      "it returns something else",
      { tools: [keyed, reader({ outputSchema: objectOf({ line: textSchema }) })] },
    ],
    [
      "it asks a person",
      { tools: [keyed, reader({ confirmation: { kind: "always" }, autonomousExecution: false })] },
    ],
    ["a policy says no", { policies: { "notes.find": [() => ({ effect: "deny" })] } }],
  ])("stays unknown where %s", async (_why, given) => {
    const server = ledger("throws", given);
    expect(summary(await server.call("notes.create", input))).toBe("failed outcome_unknown");
    expect(summary(await server.call("notes.create", input))).toBe("failed outcome_unknown");
    expect(server.writes()).toBe(1);
  });

  test("stays unknown where a result does not fit its own contract", async () => {
    const outputSchema = objectOf({ id: { type: "string", maxLength: 1 } });
    const tools = [writer({ outputSchema }), reader()];
    const server = ledger("throws", { tools });
    expect(summary(await server.call("notes.create", input))).toBe("failed outcome_unknown");
  });

  test("is told by which tool, on record", async () => {
    const server = ledger("throws");
    await server.call("notes.create", input);
    const [intent] = server.audit.records;
    expect(server.audit.records).toMatchObject([
      { kind: "intent", tool: "notes.create" },
      { kind: "intent", tool: "notes.find", input: { callId: intent?.callId, text: "a" } },
      { kind: "outcome", tool: "notes.find", outcome: "completed" },
      { kind: "outcome", tool: "notes.create", outcome: "completed", reconciled: "notes.find" },
    ]);
  });
});

test("a handler that ends after its effect was found changes nothing, whatever it says", async () => {
  let fail = (): void => {};
  const late = new Promise((_resolve, reject) => {
    fail = () => reject(new ToolFailure("disk_busy"));
  });
  const notes = new Map<string, string>();
  const server = fixture({
    tools: [keyed, reader()],
    execute: ({ callId }, context) => {
      if (typeof callId === "string") return { id: notes.get(callId), line: "" };
      notes.set(context.callId, "n1");
      return late;
    },
  });
  expect(await server.call("notes.create", input)).toEqual(found);
  fail();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await server.call("notes.create", input)).toEqual({ ...found, replayed: true });
  expect(server.audit.records.some(({ kind }) => kind === "settlement")).toBe(false);
});

test("nor does one that ends after another process has found its effect", async () => {
  let fail = (): void => {};
  const late = new Promise((_resolve, reject) => {
    fail = () => reject(new ToolFailure("disk_busy"));
  });
  const slow = fixture({
    tools: [keyed, reader()],
    execute: ({ callId }) => {
      if (typeof callId === "string") throw new ToolFailure("note_missing");
      return late;
    },
  });
  expect(summary(await slow.call("notes.create", input))).toBe("failed outcome_unknown");
  const [intent] = slow.audit.records;
  const notes = new Map([[intent?.callId ?? "", "n1"]]);
  const other = ledger("throws", { store: slow.store, clock: slow.clock }, notes);
  expect(await other.call("notes.create", input)).toEqual({ ...found, replayed: true });
  fail();
  while (!slow.audit.records.some(({ kind }) => kind === "settlement"))
    await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await other.call("notes.create", input)).toEqual({ ...found, replayed: true });
  expect(other.writes()).toBe(0);
});

describe("after a process that died in the middle of an effect", () => {
  /** The ledger of a process that died, with a record of a key whose lease is over, and the next process. */
  async function restarted(given: Fixture = {}) {
    const dead = ledger("hangs", { tools: [{ ...keyed, timeoutMs: day }, reader()] });
    void dead.call("notes.create", input);
    while (dead.writes() === 0) await new Promise((resolve) => setImmediate(resolve));
    const { store, clock, notes } = dead;
    clock.advance(leaseMs);
    const next = ledger("throws", { store, clock, ...given }, notes);
    return { dead, next };
  }

  test("the next call learns what became of it, and writes nothing", async () => {
    const { dead, next } = await restarted();
    expect(await next.call("notes.create", input)).toEqual({ ...found, replayed: true });
    expect(next.writes()).toBe(0);
    const [intent] = dead.audit.records;
    expect(next.audit.records.filter(({ tool: name }) => name === "notes.create")).toMatchObject([
      { kind: "intent" },
      { kind: "settlement", callId: intent?.callId, outcome: "completed", reconciled: "notes.find" },
      { kind: "outcome", outcome: "completed", replayed: true, reconciled: "notes.find" },
    ]);
  });

  test("it is asked once: the outcome is kept", async () => {
    const { next } = await restarted();
    await next.call("notes.create", input);
    next.notes.clear();
    expect(await next.call("notes.create", input)).toEqual({ ...found, replayed: true });
  });

  test("two processes that ask at once agree", async () => {
    const { dead, next } = await restarted();
    const other = ledger("throws", { store: dead.store, clock: dead.clock }, dead.notes);
    const both = await Promise.all([next, other].map(({ call }) => call("notes.create", input)));
    expect(both).toEqual([
      { ...found, replayed: true },
      { ...found, replayed: true },
    ]);
    const records = [next, other].flatMap(({ audit }) => audit.records);
    expect(records.filter(({ kind }) => kind === "settlement")).toHaveLength(1);
  });

  test("another call under its key is none of its business", async () => {
    const { next } = await restarted();
    const other = { text: "a", more: "c" };
    expect(summary(await next.call("notes.create", other))).toBe("refused idempotency_conflict");
    const elsewhere = await next.callAs({ ...anna, id: "ben" })("notes.create", input);
    expect(summary(elsewhere)).toBe("completed");
    expect(next.writes()).toBe(1);
  });

  test("nobody with an old log-in learns it", async () => {
    const stepUpAuth = { kind: "always", maxAgeMs: 60_000 } as const;
    const { next } = await restarted({ tools: [{ ...keyed, stepUpAuth }, reader()] });
    const { clock } = next;
    const told = (authTime: number) => next.callAs({ ...anna, authTime })("notes.create", input);
    expect(summary(await told(clock.now().getTime() / 1000 - 120))).toBe("refused outcome_unknown");
    expect(next.ran).toEqual([]);
    expect(await told(clock.now().getTime() / 1000)).toEqual({ ...found, replayed: true });
  });

  test("nobody is asked about a call that may be another one", async () => {
    const { next } = await restarted({ stateKeys: [new Uint8Array(32).fill(8)] });
    expect(summary(await next.call("notes.create", input))).toBe("refused outcome_unknown");
    expect(next.ran).toEqual([]);
  });

  test("it stays unknown while nothing is found, and nothing is written", async () => {
    const { next } = await restarted();
    next.notes.clear();
    expect(summary(await next.call("notes.create", input))).toBe("refused outcome_unknown");
    expect(next.writes()).toBe(0);
  });
});

test.each([
  ["is not there", []],
  ["changes something", [reader({ sideEffects: [creates] })]],
])("a tool that %s cannot be asked", (_why, others) => {
  expect(() => fixture({ tools: [keyed, ...others] })).toThrow(
    "`notes.create` reconciles by `notes.find`, which is no tool that only reads",
  );
});

test("a caller who may run one call at a time could never be answered by a second one", () => {
  const tools = [keyed, reader()];
  expect(() => fixture({ tools, callsAtOnce: 1 })).toThrow(
    "`notes.create` asks `notes.find` while it runs: `callsAtOnce` must be at least 2",
  );
  expect(() => fixture({ tools, callsAtOnce: 2 })).not.toThrow();
});
