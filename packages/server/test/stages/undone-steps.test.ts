// Calls that are undone: which tool is asked about which step and when, and what its refusals mean.
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/api/outcome.ts";
import { inSteps } from "../../src/api/steps.ts";
import { failureMode, fixture, summary, tool } from "../sample.ts";
import { type Body, names, stepped, world } from "../steps-world.ts";

const dayMs = 24 * 60 * 60_000;
const text = { type: "string" };
const undoInput = {
  type: "object",
  properties: { callId: text, step: text, more: text },
  required: ["callId", "step"],
};
const undoing = (changes: Partial<ToolContract> = {}): ToolContract =>
  tool({
    name: "notes.undo",
    inputSchema: undoInput,
    idempotency: { key: ["callId"], ttlMs: dayMs },
    ...changes,
  });
const told = (outcome: Outcome) =>
  "failure" in outcome ? [outcome.failure.code, outcome.failure.message] : [outcome.kind];
const elsewhere = "Another process has taken over the call: make it again for its outcome.";
const said = {
  kept: (at: number) => `Step ${at}, \`${String(names[at - 1])}\`, was done and is not undone.`,
  doubtful: (at: number) => `It is not known whether step ${at}, \`${String(names[at - 1])}\`, is undone.`,
  undone: (at: number) => `Step ${at}, \`${String(names[at - 1])}\`, is undone.`,
};
const cancelled = (...steps: readonly string[]) => [
  "cancelled",
  ["The call was cancelled.", ...steps].join(" "),
];
const notYet = (at: number, why: string) => [
  "in_progress",
  `The call has ended, and step ${at}, \`${String(names[at - 1])}\`, is not undone yet: ${why}`,
];
type World = ReturnType<typeof world>;

/** A call whose steps are done and whose handler then failed. `rows`: the keys under which the store has its input and its steps. */
async function left(
  undo?: (step: string, context: Parameters<Body>[1], here: World) => unknown,
  undoer = undoing(),
) {
  const undone: string[] = [];
  const here: World = world(stepped({ compensate: "notes.undo" }), {
    undoer,
    undo: async (input, context) => {
      const step = String(input["step"]);
      await undo?.(step, context, here);
      return { id: String(undone.push(step)) };
    },
  });
  const rows = new Set<string>();
  const { put } = here.store;
  Object.assign(here.store, {
    put: (...all: Parameters<typeof put>) => {
      if (all[0].startsWith("step:")) rows.add(all[0]);
      return put(...all);
    },
  });
  const broken: Body = async (_input, { step }) => {
    for (const name of names) await step(name, { name }, (key) => here.act(name, key));
    throw new TypeError("no connection");
  };
  expect(summary(await here.start(broken).call("notes.create", { text: "a" }))).toBe("failed internal_error");
  const cancel = async (start: () => ReturnType<World["start"]> = here.start) => {
    here.clock.advance(21_000);
    return start().call("notes.create", { text: "a" }, { work: "cancel" });
  };
  const [key = ""] = here.keys.keys();
  return { ...here, cancel, key, rows, undone };
}

test("a step whose record cannot be read is named by its number, and the record stays as it is", async () => {
  const here = await left();
  const [, , two = ""] = here.rows;
  await here.store.put(two, "AAAA", new Date(8.64e15));
  const outcome = await here.cancel();
  const unknown = "It is not known whether step 2 took effect, and it is not undone.";
  expect(told(outcome)).toEqual(cancelled(unknown, said.undone(3), said.undone(1)));
  expect(outcome).toMatchObject({
    failure: { details: { steps: { unknown: [""], undone: ["three", "one"], kept: [] } } },
  });
  expect(here.audit.records.filter(({ event }) => event === "step.unknown")).toMatchObject([
    { details: { step: "step 2" } },
  ]);
  expect([(await here.store.get(two))?.value, here.undone]).toEqual(["AAAA", ["three", "one"]]);
});

test("a server that shuts down while it undoes a call begins no other undo, and the next one has the rest", async () => {
  const here = await left();
  const undone: unknown[] = [];
  const { call, server } = fixture({
    tools: [stepped({ compensate: "notes.undo" }), undoing()],
    handlers: {
      "notes.create": inSteps(() => ({ id: "n" })),
      "notes.undo": ({ step }: JsonObject) => {
        if (undone.push(step) === 1) void server.close({ graceMs: 60_000 });
        return { id: "n" };
      },
    } as never,
    clock: here.clock,
    store: here.store,
  });
  const first = await call("notes.create", { text: "a" }, { work: "cancel" });
  expect([told(first), undone]).toEqual([notYet(2, "the server shuts down"), ["three"]]);
  expect(told(await here.cancel())).toEqual(cancelled(...[3, 2, 1].map(said.undone)));
  expect(here.undone).toEqual(["two", "one"]);
});

test("a process that has lost the call while it undoes leaves the steps to the one that has it", async () => {
  let other: Outcome | undefined;
  const here = await left(async (step) => {
    if (step === "three" && !other) {
      other = { kind: "unknown_tool", tool: "it is made below" };
      other = await here.cancel();
    }
  });
  const first = await here.cancel();
  expect(told(first)).toEqual(["in_progress", elsewhere]);
  expect(other && told(other)).toEqual(cancelled(said.doubtful(3), said.undone(2), said.undone(1)));
  expect(here.undone).toEqual(["two", "one", "three"]);
});

test("a step that is undone is not undone again, however long another one waits and however soon its tool forgets", async () => {
  let isBusy = true;
  const failureModes = [failureMode("disk_busy", "after")];
  const idempotency = { key: ["callId"], ttlMs: 1000 };
  const here = await left((step, { fail }) => {
    if (isBusy && step === "two") throw fail["diskBusy"]?.("The disk is busy.");
  }, undoing({ failureModes, idempotency }));
  expect(told(await here.cancel())).toEqual(notYet(2, "The disk is busy."));
  here.clock.advance(dayMs / 2);
  expect(told(await here.cancel())).toEqual(notYet(2, "The disk is busy."));
  isBusy = false;
  expect(told(await here.cancel())).toEqual(cancelled(...[3, 2, 1].map(said.undone)));
  expect(here.undone).toEqual(["three", "two", "one"]);
});

test("the steps before one whose undo is looked up again need not wait for it", async () => {
  const here = await left(
    (step) => {
      if (step !== "one") throw new TypeError("no connection");
    },
    undoing({ reconcile: "notes.find" }),
  );
  const again = "`notes.undo` may have undone it, and the server looks again";
  expect(told(await here.cancel())).toEqual(notYet(3, again));
  expect(here.undone).toEqual(["one"]);
});

test("a call that undoes a step is not undone itself", async () => {
  const redone: unknown[] = [];
  const undo: Body = async (_input, { fail, step }) => {
    await step("void", {}, () => ({}));
    throw fail["noteTooLong"]?.("Only half.");
  };
  const create: Body = async (_input, { fail, step }) => {
    await step("one", {}, () => ({}));
    throw fail["noteTooLong"]?.("Too long.");
  };
  const { call } = fixture({
    tools: [
      stepped({ compensate: "notes.undo" }),
      undoing({ compensate: "notes.redo" }),
      undoing({ name: "notes.redo" }),
    ],
    handlers: {
      "notes.create": inSteps(create),
      "notes.undo": inSteps(undo),
      "notes.redo": ({ step }: JsonObject) => ({ id: String(redone.push(step)) }),
    } as never,
  });
  const outcome = await call("notes.create", { text: "a" });
  expect([told(outcome), redone]).toEqual([["note_too_long", `Too long. ${said.doubtful(1)}`], []]);
});

test("an undo that the caller began, and that a reader finds later, is not said to have undone the step", async () => {
  const begun = Promise.withResolvers<void>();
  const here = await left(
    (step) => {
      if (step !== "one") return undefined;
      begun.resolve();
      return new Promise(() => {});
    },
    undoing({ reconcile: "notes.find", timeoutMs: dayMs }),
  );
  const own = here.start().call("notes.undo", { callId: here.key, step: "one" });
  await Promise.race([begun.promise, own]);
  // By then the lease of the caller's own undo is over.
  const again = "`notes.undo` may have undone it, and the server looks again";
  expect(told(await here.cancel())).toEqual(notYet(1, again));
  const undos = here.audit.records.filter(
    ({ kind, tool: name }) => kind === "intent" && name === "notes.undo",
  );
  for (const { callId } of undos) here.keys.set(callId, "undone");
  expect(told(await here.cancel())).toEqual(cancelled(said.doubtful(1), said.undone(3), said.undone(2)));
});

test("a key that the caller used for another undo leaves it open whether the step is undone", async () => {
  const here = await left();
  await here.start().call("notes.undo", { callId: here.key, step: "one", more: "other" });
  expect(told(await here.cancel())).toEqual(cancelled(said.doubtful(1), said.undone(3), said.undone(2)));
  expect(here.undone).toEqual(["one", "three", "two"]);
});

test("a refusal keeps a step, unless its tool was asked before", async () => {
  for (const [isAsked, end] of [
    [true, said.doubtful(3)],
    [false, said.kept(3)],
  ] as const) {
    const failureModes = [failureMode("disk_busy", "after")];
    const here = await left((_step, { fail }) => {
      throw fail["diskBusy"]?.("The disk is busy.");
    }, undoing({ failureModes }));
    if (isAsked) expect(told(await here.cancel())).toEqual(notYet(3, "The disk is busy."));
    const policies = { "notes.undo": () => ({ effect: "deny", reason: "Not you." }) as const };
    const contract = stepped({ compensate: "notes.undo" });
    const denied = () => here.start(undefined, undefined, undefined, contract, { policies });
    const [code, message] = told(await here.cancel(denied));
    expect([code, message]).toEqual(["cancelled", expect.stringContaining(end)]);
    expect(here.undone).toEqual([]);
  }
});

test("the handler of a call that was cancelled does not run again, and its outcome is stored", async () => {
  const here = await left();
  const ran: string[] = [];
  const start = () => here.start((_input, _context) => ran.push("again"));
  expect(summary(await here.cancel(start))).toBe("failed cancelled");
  expect(summary(await start().call("notes.create", { text: "a" }))).toBe("failed cancelled");
  expect(here.audit.records.at(-1)).toMatchObject({ kind: "outcome", replayed: true });
  expect(ran).toEqual([]);
});

const at = { type: "string", format: "date-time" };
const [asZulu, asOffset] = ["2026-01-01T12:00:00Z", "2026-01-01T13:00:00+01:00"];

test("a call keeps the arguments with which it began: it undoes with them, and waits while its contract refuses them", async () => {
  const takes = (more: JsonObject = {}) =>
    stepped({
      compensate: "notes.undo",
      inputSchema: { type: "object", properties: { text: { ...at, ...more } }, required: ["text"] },
    });
  const given: JsonObject[] = [];
  const undoer = undoing({
    inputSchema: {
      ...undoInput,
      properties: { ...undoInput.properties, text },
      required: ["callId", "step", "text"],
    },
  });
  const here = world(takes(), { undoer, undo: (input) => ({ id: String(given.push(input)) }) });
  const broken: Body = async (_input, { step }) => {
    await step("one", { name: "one" }, (key) => here.act("one", key));
    throw new TypeError("no connection");
  };
  await here.start(broken).call("notes.create", { text: asZulu });
  const made = (contract: ToolContract, more: JsonObject = {}) => {
    here.clock.advance(21_000);
    const { call } = here.start(undefined, undefined, undefined, contract);
    return call("notes.create", { text: asOffset }, more);
  };
  // Equal instants are the same call, and this contract takes one of the two ways to write them.
  const stranded = await made(takes({ pattern: "01:00$" }));
  expect(told(stranded)).toEqual([
    "outcome_unknown",
    expect.stringMatching(
      /^An earlier call began under another contract.* when the contract takes them again\.$/,
    ),
  ]);
  expect(here.effects).toEqual(["one"]);
  expect(told(await made(takes(), { work: "cancel" }))).toEqual(cancelled(said.undone(1)));
  expect(given.map((input) => input["text"])).toEqual([asZulu]);
});

test("a call that is cancelled while it runs spends what it holds of a budget", async () => {
  const inputSchema = {
    type: "object",
    properties: { text, cents: { type: "number" } },
    required: ["text", "cents"],
  };
  const budget = { of: "input.cents", per: "principal", limit: 500, everyMs: dayMs } as const;
  const contract = stepped({ inputSchema, budget, compensate: "notes.undo" });
  const here = world(contract, { undoer: undoing(), undo: () => ({ id: "n" }) });
  const isIn = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const body: Body = async (_input, { step }) => {
    await step("one", {}, async (key) => {
      isIn.resolve();
      await letGo.promise;
      return here.act("one", key);
    });
    await step("two", {}, (key) => here.act("two", key));
  };
  const { call } = here.start(body);
  const input = { text: "a", cents: 300 };
  const running = call("notes.create", input);
  await isIn.promise;
  await call("notes.create", input, { work: "cancel" });
  letGo.resolve();
  expect(told(await running)).toEqual(cancelled(said.undone(1)));
  expect(await call("notes.create", { text: "b", cents: 500 })).toMatchObject({
    failure: { code: "rate_limit_exceeded", details: { remains: 200, held: 0 } },
  });
});

test.each([true, false])(
  "a call that fails for good after its time has its steps undone (the store answers: %s)",
  async (answers) => {
    const undone: unknown[] = [];
    const undo: Body = (input) => ({ id: String(undone.push(input["step"])) });
    const here = world(stepped({ compensate: "notes.undo", timeoutMs: 20 }), { undoer: undoing(), undo });
    const { promise: waits, resolve: letGo } = Promise.withResolvers<undefined>();
    const slow: Body = async (_input, { fail, step }) => {
      await step("one", {}, (key) => here.act("one", key));
      await waits;
      throw fail["noteTooLong"]?.("Too long.");
    };
    let failures = 0;
    const reach = <T>(use: () => Promise<T>): Promise<T> =>
      failures-- > 0 ? Promise.reject(new Error("no connection")) : use();
    const { call } = here.start(slow, reach);
    expect(summary(await call("notes.create", { text: "a" }))).toBe("failed in_progress");
    failures = answers ? 0 : 1;
    letGo(undefined);
    const settled = () => here.audit.records.filter(({ kind }) => kind === "settlement");
    await expect
      .poll(() => settled().map(({ failure }) => failure))
      .toEqual([answers ? "note_too_long" : "in_progress"]);
    expect(undone).toEqual(answers ? ["one"] : []);
    expect(await here.again(slow)).toBe("failed note_too_long");
    expect(undone).toEqual(["one"]);
  },
);
