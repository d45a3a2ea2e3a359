// Calls made of steps that end before their last one: each step is named, and what cannot be known is looked at again.
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/api/outcome.ts";
import { inSteps } from "../../src/api/steps.ts";
import { anna, failureMode, fixture, summary, tool } from "../sample.ts";
import { type Body, memoryEngine, names, slowly, stepped, world } from "../steps-world.ts";

const text = { type: "string" };
const undoInput = {
  type: "object",
  properties: { callId: text, step: text },
  required: ["callId", "step"],
};
const undoing = (changes: Partial<ToolContract> = {}): ToolContract =>
  tool({
    name: "notes.undo",
    inputSchema: undoInput,
    idempotency: { key: ["callId"], ttlMs: 24 * 60 * 60_000 },
    ...changes,
  });
const compensated = stepped({ compensate: "notes.undo" });

const told = (outcome: Outcome) =>
  "failure" in outcome ? [outcome.failure.code, outcome.failure.message] : [outcome.kind];
const detailsOf = (outcome: Outcome) => ("failure" in outcome ? outcome.failure.details : undefined);

/** Takes all steps, and fails for good in the last one. */
const failsIn =
  ({ act }: Pick<ReturnType<typeof world>, "act">, mode = "noteTooLong"): Body =>
  async (_input, { fail, step }) => {
    await step("one", {}, (key) => act("one", key));
    await step("two", {}, (key) => act("two", key));
    await step("three", {}, () => {
      throw fail[mode]?.("Too long.");
    });
  };
const stays = "Step 2, `two`, was done and is not undone. Step 1, `one`, was done and is not undone.";

test("a call that fails for good and has no tool that undoes names the steps that stay, in its answer and on record", async () => {
  const here = world();
  const { call } = here.start(failsIn(here));
  const first = await call("notes.create", { text: "a" });
  expect(told(first)).toEqual(["note_too_long", `Too long. ${stays}`]);
  const none = { unknown: [], doubtful: [], undone: [] };
  expect(detailsOf(first)).toEqual({ steps: { kept: ["two", "one"], ...none } });
  const kept = here.audit.records.filter(({ event }) => event === "step.kept");
  expect(kept.map(({ details }) => details)).toEqual([{ step: "two" }, { step: "one" }]);
  // Made again, also by another process, it says the same.
  expect(told(await call("notes.create", { text: "a" }))).toEqual(told(first));
  expect(told(await here.start().call("notes.create", { text: "a" }))).toEqual(told(first));
  expect(here.effects).toEqual(["one", "two"]);
});

test("a call without a key names the steps that stay, and does not ask for a retry, which would do them again", async () => {
  const { idempotency: _none, ...contract } = stepped({ failureModes: [failureMode("disk_busy", "after")] });
  const here = world(tool(contract));
  const outcome = await here.start(failsIn(here, "diskBusy")).call("notes.create", { text: "a" });
  const message = "Too long. Step `one` was done and is not undone. Step `two` was done and is not undone.";
  expect(outcome).toMatchObject({ failure: { code: "disk_busy", message, retry: "never" } });
  expect(detailsOf(outcome)).toEqual({ steps: { kept: ["one", "two"] } });
});

test("a tool made of steps that undoes a step in part is not said to have left it as it was", async () => {
  const here = world(compensated, { undoer: undoing() });
  const undo: Body = async (_input, { fail, step }) => {
    await step("void", {}, () => ({}));
    throw fail["noteTooLong"]?.("Only half.");
  };
  const { call } = fixture({
    tools: [compensated, undoing()],
    handlers: { "notes.create": inSteps(failsIn(here)), "notes.undo": inSteps(undo) } as never,
  });
  const outcome = await call("notes.create", { text: "a" });
  expect(detailsOf(outcome)).toMatchObject({ steps: { doubtful: ["two", "one"], kept: [] } });
});

test("a tool that `visible` hides from the caller undoes its steps, and the caller cannot call it", async () => {
  const undone: unknown[] = [];
  const undo: Body = (input) => ({ id: String(undone.push(input["step"])) });
  const here = world(compensated, { undoer: undoing(), undo });
  const visible = ({ name }: ToolContract): boolean => name !== "notes.undo";
  const { call } = here.start(failsIn(here), undefined, undefined, undefined, { visible });
  expect(detailsOf(await call("notes.create", { text: "a" }))).toMatchObject({
    steps: { undone: ["two", "one"] },
  });
  expect(undone).toEqual(["two", "one"]);
  const own = await call("notes.undo", { callId: "k", step: "one" }, { undoes: "k/one" });
  expect(own.kind).toBe("unknown_tool");
});

test("a server does not start if the tool that undoes is none of its own", () => {
  expect(() => fixture({ tools: [stepped({ compensate: "notes.gone" })] })).toThrow(
    "`notes.create` is undone by `notes.gone`, which is no tool of this server",
  );
});

test.each([true, false])(
  "a process that has lost its call says no more of its steps (undone: %s)",
  async (isUndone) => {
    const undo: Body = (_input, { fail }) => {
      throw fail["noteTooLong"]?.();
    };
    const here = isUndone ? world(compensated, { undoer: undoing(), undo }) : world();
    const { promise: waits, resolve: letGo } = Promise.withResolvers<undefined>();
    const { promise: isIn, resolve: arrive } = Promise.withResolvers<undefined>();
    const broken: Body = async (_input, { fail, step }) => {
      await step("one", {}, (key) => here.act("one", key));
      arrive(undefined);
      await waits;
      throw fail["noteTooLong"]?.("Too long.");
    };
    // Its lease is not renewed, and the other process ends the call.
    const late = here.start(broken, slowly).call("notes.create", { text: "a" });
    await isIn;
    here.clock.advance(21_000);
    const other = async (_input: JsonObject, { step }: Parameters<Body>[1]) => {
      await step("one", {}, () => ({}));
      return { id: "n" };
    };
    const second = await here
      .start(other)
      .call("notes.create", { text: "a" }, isUndone ? { work: "cancel" } : {});
    const kept = "The call was cancelled. Step 1, `one`, was done and is not undone.";
    expect(told(second)).toEqual(isUndone ? ["cancelled", kept] : ["completed"]);
    letGo(undefined);
    expect(told(await late)).toEqual([
      "in_progress",
      "Another process has taken over the call: make it again for its outcome.",
    ]);
  },
);

/** An undo that acts, and whose end nobody learns until a reader finds it. */
function lostUndo(undoer = undoing({ reconcile: "notes.find" })) {
  const here = world(compensated, {
    undoer,
    undo: () => {
      throw new TypeError("no connection");
    },
  });
  const ids: string[] = [];
  const find = (): void => {
    const asked = here.audit.records.filter(
      ({ kind, tool: name }) => kind === "intent" && name === "notes.undo",
    );
    for (const { callId } of asked) here.keys.set(callId, "undone");
    ids.push(...asked.map(({ callId }) => callId));
  };
  const broken: Body = async (_input, { fail, step }) => {
    await step("one", {}, (key) => here.act("one", key));
    throw fail["noteTooLong"]?.("Too long.");
  };
  return { ...here, broken, find };
}

test("an undo whose end is unknown is looked up again when the call is made again, for ten minutes", async () => {
  const yet =
    "The call has ended, and step 1, `one`, is not undone yet: `notes.undo` may have undone it, and the server looks again";
  const found = lostUndo();
  const ask = async (here: typeof found) =>
    told(await here.start(here.broken).call("notes.create", { text: "a" }));
  expect(await ask(found)).toEqual(["in_progress", yet]);
  found.clock.advance(21_000);
  expect(await ask(found)).toEqual(["in_progress", yet]);
  found.find();
  found.clock.advance(21_000);
  expect(await ask(found)).toEqual(["note_too_long", "Too long. Step 1, `one`, is undone."]);
  const doubtful = ["note_too_long", "Too long. It is not known whether step 1, `one`, is undone."];
  const lost = lostUndo();
  expect(await ask(lost)).toEqual(["in_progress", yet]);
  lost.clock.advance(10 * 60_000);
  expect(await ask(lost)).toEqual(doubtful);
  // Without a reader nothing can be looked up.
  expect(await ask(lostUndo(undoing()))).toEqual(doubtful);
});

test("a step that one tool was asked to undo is not undone by another that the contract names since", async () => {
  const undone: unknown[] = [];
  const undo: Body = (input, { fail }) => {
    if (undone.length === 0) throw fail["diskBusy"]?.();
    return { id: String(undone.push(input["step"])) };
  };
  const undoer = undoing({ failureModes: [failureMode("disk_busy", "after")] });
  const here = world(compensated, { undoer, undo });
  const { call } = here.start(failsIn(here));
  expect(summary(await call("notes.create", { text: "a" }))).toBe("failed in_progress");
  undone.push("by then it could");
  const again = fixture({
    tools: [stepped({ compensate: "notes.remove" }), { ...undoer, name: "notes.remove" }],
    handlers: { "notes.create": inSteps(failsIn(here)), "notes.remove": undo } as never,
    store: here.store,
    clock: here.clock,
  });
  here.clock.advance(21_000);
  const outcome = await again.call("notes.create", { text: "a" });
  expect(detailsOf(outcome)).toMatchObject({ steps: { doubtful: ["two"], undone: ["one"] } });
  expect(undone).toEqual(["by then it could", "one"]);
});

const words: readonly (readonly [string, Body, string])[] = [
  [
    "another input",
    async (_input, { step }) => void (await step("one", { other: true }, () => ({}))),
    "Step 1, `one`, has another input than when it began: the handler goes on if it is as it was.",
  ],
  [
    "another name",
    async (_input, { step }) => void (await step("two", {}, () => ({}))),
    "Step 1, `two`, was `one` when it began: the handler goes on if it is as it was.",
  ],
];
test.each(words)("a step with %s than before says which of them", async (_what, body, message) => {
  const here = world();
  const broken: Body = async (_input, { step }) => {
    await step("one", {}, (key) => here.act("one", key));
    throw new TypeError("no connection");
  };
  await here.start(broken).call("notes.create", { text: "a" });
  here.clock.advance(21_000);
  expect(told(await here.start(body).call("notes.create", { text: "a" }))).toEqual([
    "outcome_unknown",
    message,
  ]);
});

test("a handler is told what is wrong with a step, and the caller whose result could not be stored", async () => {
  const errorOf = async (body: Body) => {
    let error = "";
    const caught: Body = async (input, context) => {
      try {
        return await body(input, context);
      } catch (thrown) {
        error = String(thrown);
        throw thrown;
      }
    };
    const outcome = await world().start(caught).call("notes.create", { text: "a" });
    return [error, ...told(outcome)];
  };
  const [twice] = await errorOf(async (_input, { step }) => {
    for (const _ of names) await step("one", {}, () => ({}));
  });
  expect(twice).toBe("TypeError: step `one` is taken twice in a call: give each a name of its own");
  const [, ...large] = await errorOf((_input, { step }) =>
    step("one", {}, () => ({ id: "a".repeat(70_000) })),
  );
  expect(large).toEqual(["outcome_unknown", "Step `one` took effect, and its result could not be stored."]);
});

test("a call that waits for its next step says that the contract has changed, until it is as it was", async () => {
  const here = world();
  const broken: Body = async (_input, { step }) => {
    await step("one", { name: "one" }, (key) => here.act("one", key));
    throw new TypeError("no connection");
  };
  const { inputSchema } = stepped();
  const wider = (why: JsonObject, required = ["text"]) =>
    stepped({ inputSchema: { ...inputSchema, properties: { text, why }, required } });
  await here.start(broken).call("notes.create", { text: "a" });
  here.clock.advance(21_000);
  const { call } = here.start(undefined, undefined, undefined, wider(text, ["text", "why"]));
  expect((await call("notes.create", { text: "a" })).kind).toBe("refused");
  expect(told(await call("notes.create", { text: "a", why: "b" }))).toEqual([
    "idempotency_conflict",
    "An earlier call began under another contract, and its arguments do not fit this one: must have required property 'why'. It goes on when the contract takes them again.",
  ]);
  // The caller's task says so too, however it is looked at.
  const [id = ""] = [...here.keys.keys()].map((key) => key.split("/")[0]);
  const { server } = here.start(undefined, undefined, memoryEngine(), wider(text, ["text", "why"]));
  const stranded =
    "The call began under another contract, and goes on when it takes its arguments again. The input does not fit the contract: the input must have required property 'why'.";
  expect(await server.waiting.tasks?.get(id, { principal: anna })).toMatchObject({
    ttlMs: 24 * 60 * 60_000,
    state: { kind: "completed", outcome: { failure: { code: "outcome_unknown", message: stranded } } },
  });
  const undone = here.start(undefined, undefined, memoryEngine(), {
    ...wider(text, ["text", "why"]),
    compensate: "notes.create",
  });
  expect(await undone.server.waiting.tasks?.cancel(id, anna)).toBe(stranded);
  const filled = here.start(undefined, undefined, undefined, wider({ ...text, default: "b" }));
  const filledIn = told(await filled.call("notes.create", { text: "a" }));
  expect(filledIn[0]).toBe("idempotency_conflict");
  expect(filledIn[1]).toContain("Its contract has changed since, so that even the first arguments may not");
  expect(here.effects).toEqual(["one"]);
  const optional = here.start(undefined, undefined, undefined, wider(text));
  expect(told(await optional.call("notes.create", { text: "a" }))).toEqual(["completed"]);
});

test("the trail has each step's key, as its system of idempotency keys has it", async () => {
  const here = world();
  expect(await here.again()).toBe("completed");
  const begun = here.audit.records.filter(({ event }) => event === "step.begun");
  const keys = begun.map(({ details }) => details && "key" in Object(details) && Object(details)["key"]);
  expect(keys).toEqual([...here.keys.keys()]);
  expect(keys[0]).toMatch(/^.{32}\/one$/);
  expect(anna.id).toBe(begun[0]?.principal?.id);
});

test("a call that has ended under a contract without a default is not advised to send its arguments again", async () => {
  const here = world(stepped(), {});
  const { inputSchema } = stepped();
  expect(summary(await here.start().call("notes.create", { text: "a" }))).toBe("completed");
  const changed = stepped({
    hash: "b".repeat(64),
    inputSchema: { ...inputSchema, properties: { text, why: { ...text, default: "b" } } },
  });
  const conflict = told(
    await here.start(undefined, undefined, undefined, changed).call("notes.create", { text: "a" }),
  );
  expect(conflict[1]).toContain("Its contract has changed since");
  const same = told(await here.start().call("notes.create", { text: "a", more: 1 }));
  expect(same[0]).toBe("invalid_input");
});

test("a step that is kept is asked about and put on record once, however often the call is made again", async () => {
  let isBusy = true;
  const asked: unknown[] = [];
  const undo: Body = ({ step }, { fail }) => {
    asked.push(step);
    if (step === "two") throw fail["cannotUndo"]?.();
    if (isBusy) throw fail["diskBusy"]?.();
    return { id: "n" };
  };
  const failureModes = [failureMode("cannot_undo", "never"), failureMode("disk_busy", "after")];
  const here = world(compensated, { undoer: undoing({ failureModes }), undo });
  const ask = async () => here.start(failsIn(here)).call("notes.create", { text: "a" });
  for (const _ of names) {
    expect(summary(await ask())).toBe("failed in_progress");
    here.clock.advance(21_000);
  }
  isBusy = false;
  expect(detailsOf(await ask())).toMatchObject({ steps: { kept: ["two"], undone: ["one"] } });
  expect(asked).toEqual(["two", "one", "one", "one", "one"]);
  expect(here.audit.records.filter(({ event }) => event === "step.kept")).toHaveLength(1);
});

test("a step of which nobody knows is on record once, and undone if a reader finds it while another waits", async () => {
  let isBusy = true;
  const undo: Body = (_input, { fail }) => {
    if (isBusy) throw fail["diskBusy"]?.();
    return { id: "n" };
  };
  const undoer = undoing({ failureModes: [failureMode("disk_busy", "after")] });
  const here = world(stepped({ compensate: "notes.undo", reconcile: "notes.find" }), { undoer, undo });
  const body: Body = async (_input, { step }) => {
    await step("one", {}, (key) => here.act("one", key));
    await step("two", {}, () => Promise.reject(new TypeError("no connection")));
  };
  await here.start(body).call("notes.create", { text: "a" });
  const cancel = () => {
    here.clock.advance(21_000);
    return here.start(body).call("notes.create", { text: "a" }, { work: "cancel" });
  };
  for (const _ of names) expect(summary(await cancel())).toBe("failed in_progress");
  expect(here.audit.records.filter(({ event }) => event === "step.unknown")).toHaveLength(1);
  for (const key of here.keys.keys()) here.keys.set(key.replace("/one", "/two"), "two");
  isBusy = false;
  expect(detailsOf(await cancel())).toMatchObject({ steps: { undone: ["two", "one"], unknown: [] } });
});

test("an undo that the caller began before the step had acted is not said to have undone it", async () => {
  const { promise: waits, resolve: letGo } = Promise.withResolvers<undefined>();
  const { promise: isIn, resolve: arrive } = Promise.withResolvers<undefined>();
  const { promise: asks, resolve: tell } = Promise.withResolvers<string>();
  const { promise: acts, resolve: letAct } = Promise.withResolvers<undefined>();
  const undo: Body = async () => {
    arrive(undefined);
    await waits;
    return { id: "nothing to undo" };
  };
  // As the compiler writes it into each contract.
  const isRunning = failureMode("in_progress", "sameKey", true);
  const here = world(compensated, { undoer: undoing({ failureModes: [isRunning] }), undo });
  const body: Body = async (_input, { fail, step }) => {
    await step("one", {}, async (key) => {
      tell(key);
      await acts;
      return here.act("one", key);
    });
    throw fail["noteTooLong"]?.("Too long.");
  };
  const running = here.start(body).call("notes.create", { text: "a" });
  const own = here.start(body).call("notes.undo", { callId: await asks, step: "one" });
  await isIn;
  letAct(undefined);
  expect(summary(await running)).toBe("failed in_progress");
  letGo(undefined);
  expect(summary(await own)).toBe("completed");
  here.clock.advance(21_000);
  expect(told(await here.start(body).call("notes.create", { text: "a" }))).toEqual([
    "note_too_long",
    "Too long. It is not known whether step 1, `one`, is undone.",
  ]);
});
