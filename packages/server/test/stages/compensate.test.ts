// Calls made of steps that are cancelled or fail for good: what is undone, what is not, and what the answer says of it.
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { Outcome, Principal } from "../../src/api/outcome.ts";
import type { Policies } from "../../src/api/ports.ts";
import { callAs } from "../../src/testing.ts";
import { anna, failureMode, summary, tool } from "../sample.ts";
import { type Body, names, slowly, stepped, world } from "../steps-world.ts";

const never = () => new Promise<never>(() => {});
const dayMs = 24 * 60 * 60_000;
const text = { type: "string" };
const inputSchema = {
  type: "object",
  properties: { callId: text, step: text, id: text },
  required: ["callId", "step", "id"],
};
const undoing = (changes: Partial<ToolContract> = {}): ToolContract =>
  tool({
    name: "notes.undo",
    inputSchema,
    idempotency: { key: ["callId"], ttlMs: dayMs },
    failureModes: [failureMode("cannot_undo", "never"), failureMode("disk_busy", "after")],
    ...changes,
  });
const compensated = (changes: Partial<ToolContract> = {}): ToolContract =>
  stepped({ compensate: "notes.undo", ...changes });

/** A call whose three steps are done, and whose process is gone; `undo` undoes a step, and writes it down. */
async function left(undo?: Body, undoer = undoing(), contract = compensated()) {
  const undone: string[] = [];
  const act: Body = (input, context) => {
    if (undo) return undo(input, context);
    return { id: String(undone.push(String(input["id"]))) };
  };
  const here = world(contract, { undoer, undo: act });
  const broken: Body = async (_input, { step }) => {
    for (const name of names) await step(name, { name }, (key) => here.act(name, key));
    throw new TypeError("no connection");
  };
  expect(summary(await here.start(broken).call("notes.create", { text: "a" }))).toBe("failed internal_error");
  const cancel = (who: Principal = anna, now = contract, policies?: Policies): Promise<Outcome> => {
    here.clock.advance(21_000);
    const { server } = here.start(undefined, undefined, undefined, now, policies && { policies });
    return callAs(server, who)("notes.create", { text: "a" }, { work: "cancel" });
  };
  return { ...here, cancel, undone };
}

const failed = (code: string, message: string) => ({ kind: "failed", failure: { code, message } });
const undoneText = (...list: readonly number[]) =>
  list.map((at) => ` Step ${at}, \`${String(names[at - 1])}\`, is undone.`).join("");

test("a cancelled call is undone in reverse order, each step by a call of its own that says what it undoes", async () => {
  const here = await left();
  const outcome = await here.cancel();
  expect(outcome).toMatchObject(failed("cancelled", `The call was cancelled.${undoneText(3, 2, 1)}`));
  expect(here.undone).toEqual(["three", "two", "one"]);
  expect(here.effects).toEqual(names);
  const { records } = here.audit;
  const cancelled = records.find(({ kind, work }) => kind === "intent" && work === "cancel");
  const undos = records.filter(({ kind, tool: name }) => kind === "intent" && name === "notes.undo");
  expect(undos.map(({ undoes }) => undoes)).toEqual(
    ["three", "two", "one"].map((name) => `${String(cancelled?.callId)}/${name}`),
  );
  expect(records.filter(({ event }) => event === "step.undone").map(({ details }) => details)).toEqual(
    ["three", "two", "one"].map((step) => ({ step })),
  );
  // Made again, with or without the wish, it says the same.
  expect(await here.cancel()).toMatchObject(outcome);
  expect(await here.again()).toBe("failed cancelled");
  expect(here.undone).toHaveLength(3);
});

test("a call that fails for good after a step is undone, and one that failed in its first step has nothing to undo", async () => {
  for (const [at, message, undone] of [
    [2, `Too long.${undoneText(2, 1)}`, ["two", "one"]],
    [0, "Too long.", []],
  ] as const) {
    const ids: unknown[] = [];
    const undo: Body = (input) => ({ id: String(ids.push(input["id"])) });
    const here = world(compensated(), { undoer: undoing(), undo });
    const body: Body = async (_input, { fail, step }) => {
      for (const [number, name] of names.entries())
        await step(name, {}, (key) => {
          if (number === at) throw fail["noteTooLong"]?.("Too long.");
          return here.act(name, key);
        });
    };
    const { call } = here.start(body);
    const outcome = await call("notes.create", { text: "a" });
    expect(outcome).toMatchObject(failed("note_too_long", message));
    expect("failure" in outcome && outcome.failure.details !== undefined).toBe(at > 0);
    expect(ids).toEqual(undone);
  }
});

test.each([
  ["before another one", true],
  ["in its last one", false],
])(
  "a call is cancelled while it runs a step, %s: none begins, and it says what was undone",
  async (_when, hasThird) => {
    const ids: unknown[] = [];
    const undo: Body = (input) => ({ id: String(ids.push(input["id"])) });
    const here = world(compensated(), { undoer: undoing(), undo });
    const { promise: waits, resolve: letGo } = Promise.withResolvers<undefined>();
    const { promise: isInTwo, resolve: arrive } = Promise.withResolvers<undefined>();
    const body: Body = async (_input, { step }) => {
      await step("one", {}, (key) => here.act("one", key));
      await step("two", {}, async (key) => {
        arrive(undefined);
        await waits;
        return here.act("two", key);
      });
      if (hasThird) await step("three", {}, (key) => here.act("three", key)).catch(() => {});
      return { id: "n" };
    };
    const { call } = here.start(body);
    const running = call("notes.create", { text: "a" });
    await isInTwo;
    expect(summary(await call("notes.create", { text: "a" }, { work: "cancel" }))).toBe(
      "refused in_progress",
    );
    letGo(undefined);
    expect(await running).toMatchObject(failed("cancelled", `The call was cancelled.${undoneText(2, 1)}`));
    expect([ids, here.effects]).toEqual([
      ["two", "one"],
      ["one", "two"],
    ]);
  },
);

test("wherever a process dies while it undoes, the call made again undoes what is left, and nothing twice", async () => {
  const ends: string[] = [];
  for (let at = 0; ; at++) {
    const ids: unknown[] = [];
    const here = await left((input) => ({ id: String(ids.push(input["id"])) }));
    let uses = 0;
    const died = Promise.withResolvers<undefined>();
    const reach = <T>(use: () => Promise<T>): Promise<T> => {
      if (uses++ < at) return use();
      died.resolve(undefined);
      return never();
    };
    here.clock.advance(21_000);
    const cancel = here.start(undefined, reach).call("notes.create", { text: "a" }, { work: "cancel" });
    const isWhole = await Promise.race([cancel.then(() => true), died.promise]);
    const outcome = await here.cancel();
    expect(ids).toEqual([...new Set(ids)]);
    const message = "failure" in outcome ? outcome.failure.message : "";
    for (const [number, name] of names.entries()) {
      const label = `tep ${number + 1}, \`${name}\`, is undone.`;
      if (message.includes(`S${label}`)) expect(ids).toContain(name);
      else expect(message).toContain(`It is not known whether s${label}`);
    }
    ends.push(message);
    if (isWhole) break;
  }
  expect(ends.filter((message) => !message.includes("not known")).length).toBeGreaterThan(names.length * 5);
  expect(ends.filter((message) => message.includes("not known")).length).toBeGreaterThan(0);
});

test.each<[string, Body, Partial<ToolContract>, string, string]>([
  [
    "says that it cannot",
    (_input, { fail }) => {
      throw fail["cannotUndo"]?.();
    },
    {},
    "Step 2, `two`, was done and is not undone.",
    "step.kept",
  ],
  [
    "fails as its contract does not say",
    () => {
      throw new TypeError("no connection");
    },
    {},
    "It is not known whether step 2, `two`, is undone.",
    "step.doubtful",
  ],
  [
    "needs a person, and nobody can be asked",
    () => ({ id: "n" }),
    { confirmation: { kind: "when", condition: "input.id == 'two'" } },
    "Step 2, `two`, was done and is not undone.",
    "step.kept",
  ],
])(
  "a tool that %s is not taken to have undone a step, and the others are undone",
  async (_what, fails, changes, says, recorded) => {
    const ids: unknown[] = [];
    const undo: Body = (input, context) =>
      input["id"] === "two" ? fails(input, context) : { id: String(ids.push(input["id"])) };
    const here = await left(undo, undoing(changes));
    const message = `The call was cancelled. ${says}${undoneText(3, 1)}`;
    expect(await here.cancel()).toMatchObject(failed("cancelled", message));
    expect(ids).toEqual(["three", "one"]);
    expect(here.audit.records.find(({ event }) => event === recorded)).toMatchObject({
      details: { step: "two" },
    });
  },
);

test("a tool that may be asked again later keeps the call open, and the steps before it wait", async () => {
  let isBusy = true;
  const ids: unknown[] = [];
  const here = await left((input, { fail }) => {
    if (isBusy && input["id"] === "two") throw fail["diskBusy"]?.();
    return { id: String(ids.push(input["id"])) };
  });
  expect(summary(await here.cancel())).toBe("failed in_progress");
  expect(ids).toEqual(["three"]);
  isBusy = false;
  // The call made again does not go on with its steps: it was cancelled.
  expect(await here.again()).toBe("failed cancelled");
  expect([ids, here.effects]).toEqual([["three", "two", "one"], [...names]]);
});

test("a step of which nobody knows whether it took effect is not undone as if it had, unless a reader finds it", async () => {
  for (const [reconcile, isActing, says, undone] of [
    [undefined, true, "It is not known whether step 2, `two`, took effect, and it is not undone.", ["one"]],
    [
      "notes.find",
      false,
      "It is not known whether step 2, `two`, took effect, and it is not undone.",
      ["one"],
    ],
    ["notes.find", true, "Step 2, `two`, is undone.", ["two", "one"]],
  ] as const) {
    const ids: unknown[] = [];
    const undo: Body = (input) => ({ id: String(ids.push(input["id"])) });
    const here = world(compensated(reconcile ? { reconcile } : {}), { undoer: undoing(), undo });
    let isFinding = false;
    const body: Body = async (_input, { step }) => {
      await step("one", {}, (key) => here.act("one", key));
      await step("two", {}, (key) => {
        if (isActing) here.act("two", key);
        if (isActing && reconcile && !isFinding) here.keys.delete(key);
        throw new TypeError("no connection");
      });
    };
    expect(await here.again(body)).toBe("failed outcome_unknown");
    isFinding = true;
    if (reconcile && isActing) for (const row of await twoOf(here)) here.keys.set(row, "two");
    here.clock.advance(21_000);
    const outcome = await here.start(body).call("notes.create", { text: "a" }, { work: "cancel" });
    expect(outcome).toMatchObject({ failure: { code: "cancelled" } });
    expect("failure" in outcome && outcome.failure.message).toContain(says);
    expect(ids).toEqual(undone);
  }
});

/** The key of step two, made from that of step one. */
async function twoOf({ keys }: ReturnType<typeof world>): Promise<readonly string[]> {
  return [...keys.keys()].map((key) => key.replace("/one", "/two"));
}

test("a caller who may not call the tool any more: nothing is undone, and each step is named", async () => {
  const here = await left();
  const policies: Policies = { "notes.undo": () => ({ effect: "deny", reason: "Not you." }) };
  const outcome = await here.cancel(anna, compensated(), policies);
  const kept = [3, 2, 1].map(
    (at) => ` Step ${at}, \`${String(names[at - 1])}\`, was done and is not undone.`,
  );
  expect(outcome).toMatchObject(failed("cancelled", `The call was cancelled.${kept.join("")}`));
  expect(here.undone).toEqual([]);
});

test("nobody cancels the call of another, one that is not there, one without steps, or one whose contract undoes nothing", async () => {
  const here = await left();
  const { server } = here.start();
  const cancel = (input: JsonObject, who = anna, more: JsonObject = {}) =>
    callAs(server, who)("notes.create", input, { work: "cancel", ...more });
  const words = [
    await cancel({ text: "a" }, { ...anna, id: "ben" }),
    await cancel({ text: "a" }, { ...anna, permissions: [] }),
    await cancel({ text: "b" }),
    await callAs(server, anna)("notes.undo", { callId: "a", step: "one", id: "one" }, { work: "cancel" }),
    await here.cancel(anna, stepped()),
  ];
  expect(words.map(summary)).toEqual([
    "refused invalid_input",
    "refused permission_denied",
    "refused invalid_input",
    "refused invalid_input",
    "refused invalid_input",
  ]);
  expect([here.undone, here.effects]).toEqual([[], [...names]]);
  expect(await here.again()).toBe("completed");
  expect(summary(await here.cancel())).toBe("replayed");
  expect(here.undone).toEqual([]);
});

test("who writes the store without its keys cancels no call, and it does not go on as if nothing were there", async () => {
  const here = await left();
  const { insert } = here.store;
  const written: string[] = [];
  Object.assign(here.store, {
    insert: (key: string, ...given: [never, Date]) => {
      if (!key.startsWith("step:")) return insert(key, ...given);
      written.push(key);
      return insert(key, "forged" as never, given[1]);
    },
  });
  expect(summary(await here.cancel())).toBe("failed outcome_unknown");
  expect(written).toHaveLength(1);
  expect(await here.again()).toBe("failed outcome_unknown");
  expect([here.undone, here.effects]).toEqual([[], [...names]]);
});

test("a step that runs beside the failure of its handler is undone too", async () => {
  const ids: unknown[] = [];
  const undo: Body = (input) => ({ id: String(ids.push(input["id"])) });
  const here = world(compensated(), { undoer: undoing(), undo });
  const body: Body = async (_input, { fail, step }) => {
    await step("one", {}, (key) => here.act("one", key));
    await Promise.all([
      step("two", {}, (key) => here.act("two", key)),
      Promise.reject(fail["noteTooLong"]?.("Too long.")),
    ]);
  };
  const { call } = here.start(body, slowly);
  expect(await call("notes.create", { text: "a" })).toMatchObject(
    failed("note_too_long", `Too long.${undoneText(2, 1)}`),
  );
  expect([here.effects, ids]).toEqual([
    ["one", "two"],
    ["two", "one"],
  ]);
});

test("a step does not begin if the one before it could not, so that none is overlooked when they are undone", async () => {
  const here = world(compensated(), { undoer: undoing(), undo: () => ({ id: "n" }) });
  const body: Body = async (_input, { step }) => {
    await Promise.allSettled(names.map((name) => step(name, {}, (key) => here.act(name, key))));
    throw new TypeError("no connection");
  };
  let begun = 0;
  const { append } = here.audit;
  here.audit.append = async (entry) => {
    if (entry.event === "step.begun" && ++begun === 1) throw new Error("disk full");
    return append(entry);
  };
  expect(summary(await here.start(body).call("notes.create", { text: "a" }))).toBe("failed internal_error");
  expect(here.effects).toEqual([]);
});

test("an undo that the caller made before the call asked for it is not taken for one of the step", async () => {
  const here = await left();
  const { server } = here.start();
  const first = here.audit.records.find(({ event }) => event === "step.begun");
  const [key = ""] = here.keys.keys();
  expect(first).toBeDefined();
  await callAs(server, anna)("notes.undo", { callId: key, step: "one", id: "one" });
  const outcome = await here.cancel();
  expect(outcome).toMatchObject(
    failed(
      "cancelled",
      `The call was cancelled. It is not known whether step 1, \`one\`, is undone.${undoneText(3, 2)}`,
    ),
  );
});

test("a call that has a key of the caller too is cancelled under both", async () => {
  const here = world(compensated(), { undoer: undoing(), undo: () => ({ id: "n" }) });
  const broken: Body = async (_input, { step }) => {
    await step("one", {}, (key) => here.act("one", key));
    throw new TypeError("no connection");
  };
  const own = { idempotencyKey: "k" };
  await here.start(broken).call("notes.create", { text: "a" }, own);
  here.clock.advance(21_000);
  const { call } = here.start();
  const cancelled = await call("notes.create", { text: "a" }, { ...own, work: "cancel" });
  expect(summary(cancelled)).toBe("failed cancelled");
  expect(summary(await call("notes.create", { text: "b" }, own))).toBe("refused idempotency_conflict");
  expect(await call("notes.create", { text: "a" }, own)).toMatchObject(
    failed("cancelled", "The call was cancelled. Step 1, `one`, is undone."),
  );
  expect(here.effects).toEqual(["one"]);
});
