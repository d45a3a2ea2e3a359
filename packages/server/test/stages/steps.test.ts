// Handlers made of steps: what a call made again finds, and what never runs twice.
import type { JsonObject } from "@proviso/manifest";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Store } from "../../src/api/ports.ts";
import { createProductServer } from "../../src/serve/product-server.ts";
import { callApproved } from "../../src/testing.ts";
import { anna, failureMode, fixture, highRisk, manifest, summary, tool } from "../sample.ts";
import { type Body, names, slowly, stepped, world } from "../steps-world.ts";

const never = () => new Promise<never>(() => {});

/** Runs the call in a process that dies at its `at`th use of the world. Returns how often it used it, if it did not. */
async function dieAt(at: number, { act, start }: ReturnType<typeof world>): Promise<number | undefined> {
  let uses = 0;
  const died = Promise.withResolvers<undefined>();
  const die = (): Promise<never> => {
    died.resolve(undefined);
    return never();
  };
  const reach = <T>(use: () => Promise<T>): Promise<T> => (uses++ >= at ? die() : use());
  const body: Body = async (_input, { step }) => {
    for (const name of names)
      await step(name, { name }, async (key) => {
        if (uses++ >= at) return await die();
        const result = act(name, key);
        return uses++ >= at ? await die() : result;
      });
    return { id: "n" };
  };
  const ended = start(body, reach).call("notes.create", { text: "a" });
  return await Promise.race([ended.then(() => uses), died.promise]);
}

test.each([false, true])(
  "wherever a process dies, the call made again doubles nothing and loses nothing (a reader: %s)",
  async (hasReader) => {
    const ends: string[] = [];
    for (let at = 0; ; at++) {
      const here = world(stepped(hasReader ? { reconcile: "notes.find" } : {}));
      const uses = await dieAt(at, here);
      const before = here.effects.length;
      const word = await here.again();
      ends.push(word);
      expect(here.effects).toEqual([...new Set(here.effects)]);
      if (word === "completed" || word === "replayed") expect(here.effects).toEqual(names);
      else expect([word, here.effects]).toEqual(["failed outcome_unknown", names.slice(0, before)]);
      // What it says once, it says again.
      expect(await here.again()).toBe(word === "completed" ? "replayed" : word);
      if (uses !== undefined) break;
    }
    // Unknown without a reader: the intent is stored, and the result is not.
    const unknown = ends.filter((word) => word === "failed outcome_unknown");
    expect(unknown).toHaveLength(hasReader ? names.length : names.length * 3);
    expect(ends.filter((word) => word === "completed").length).toBeGreaterThan(names.length * 3);
  },
);

const breaksAfterOne =
  ({ act }: Pick<ReturnType<typeof world>, "act">): Body =>
  async (_input, { step }) => {
    await step("one", { name: "one" }, (key) => act("one", key));
    throw new TypeError("no connection");
  };

test.each<[string, Body]>([
  ["another input", (_input, { step }) => step("one", { name: "other" }, () => ({ id: "n" }))],
  ["another order", (_input, { step }) => step("two", { name: "two" }, () => ({ id: "n" }))],
])("a step with %s than before stops the call, until the handler is as it was", async (_what, body) => {
  const here = world();
  const broken = breaksAfterOne(here);
  expect(await here.again(broken)).toBe("failed internal_error");
  expect(await here.again(body)).toBe("failed outcome_unknown");
  expect(here.effects).toEqual(["one"]);
  expect(await here.again()).toBe("completed");
  expect(here.effects).toEqual(names);
});

test("a step that failed runs again if its failure mode permits it, and those before it do not", async () => {
  for (const [mode, words, ran] of [
    ["diskBusy", ["failed disk_busy", "completed"], ["one", "two"]],
    ["noteTooLong", ["failed note_too_long", "failed note_too_long"], ["one"]],
  ] as const) {
    const here = world();
    let isFailing = true;
    const body: Body = async (_input, { fail, step }) => {
      await step("one", {}, (key) => here.act("one", key));
      return await step("two", {}, (key) => {
        if (isFailing) throw fail[mode]?.();
        return here.act("two", key);
      });
    };
    const first = await here.again(body);
    isFailing = false;
    expect([first, await here.again(body)]).toEqual(words);
    expect(here.effects).toEqual(ran);
  }
});

test("a call whose first step declares a failure has done nothing, so the next one begins anew", async () => {
  const here = world();
  const body: Body = (input, { fail, step }) =>
    step("one", {}, (key) => {
      here.act(String(input["text"]), key);
      throw fail["diskBusy"]?.();
    });
  expect([await here.again(body), await here.again(body)]).toEqual(["failed disk_busy", "failed disk_busy"]);
  expect(here.keys.size).toBe(2);
});

test("an error that no contract declares leaves the step in doubt, and it is not run again", async () => {
  const here = world();
  const body: Body = (_input, { step }) =>
    step("one", {}, (key) => {
      here.act("one", key);
      throw new TypeError("the connection broke");
    });
  expect([await here.again(body), await here.again(body)]).toEqual([
    "failed outcome_unknown",
    "failed outcome_unknown",
  ]);
  expect(here.effects).toEqual(["one"]);
});

test("a handler that catches the doubt about a step does no more, and says so", async () => {
  const here = world();
  const doubtful: Body = async (_input, { step }) => {
    const broken = (): never => {
      throw new TypeError("the connection broke");
    };
    await step("one", {}, broken).catch(() => {});
    await step("two", {}, (key) => here.act("two", key)).catch(() => {});
    return { id: "n" };
  };
  expect(await here.again(doubtful)).toBe("failed outcome_unknown");
  expect(here.effects).toEqual([]);
});

test("a call is continued under each of its keys, and not by another call that has one of them", async () => {
  const here = world();
  const broken = breaksAfterOne(here);
  const made = (text: string, idempotencyKey: string, body?: Body) => {
    here.clock.advance(21_000);
    return here.start(body).call("notes.create", { text }, { idempotencyKey });
  };
  const words = [
    await made("a", "k", broken),
    await made("b", "other", broken),
    // The key of another call.
    await made("a", "other"),
    await made("a", "new"),
    await made("a", "k"),
  ];
  expect(words.map(summary)).toEqual([
    "failed internal_error",
    "failed internal_error",
    "refused idempotency_conflict",
    "completed",
    "replayed",
  ]);
  expect(here.effects).toEqual(["one", "one", "two", "three"]);
});

test("a handler that fails between its steps goes on after them", async () => {
  const here = world();
  let isBroken = true;
  const body: Body = async (_input, { step }) => {
    await step("one", {}, (key) => here.act("one", key));
    if (isBroken) throw new TypeError("no connection");
    return await step("two", {}, (key) => here.act("two", key));
  };
  expect(await here.again(body)).toBe("failed internal_error");
  isBroken = false;
  expect(await here.again(body)).toBe("completed");
  expect(here.effects).toEqual(["one", "two"]);
});

test("wherever store or trail fail a call that goes on, the next one doubles nothing and loses nothing", async () => {
  for (let at = 0; ; at++) {
    const here = world(stepped({ reconcile: "notes.find" }));
    expect(await here.again(breaksAfterOne(here))).toBe("failed internal_error");
    let uses = 0;
    const fails = <T>(use: () => Promise<T>): Promise<T> =>
      uses++ === at ? Promise.reject(new Error("no connection")) : use();
    await here.start(undefined, fails).call("notes.create", { text: "a" });
    expect([at, await here.again()]).toEqual([at, expect.stringMatching(/^(completed|replayed)$/)]);
    expect(here.effects).toEqual(names);
    if (uses <= at) break;
  }
});

test("after a failure in a living process the same call goes on at once; after its death, when its lease ends", async () => {
  const here = world();
  const letGo = Promise.withResolvers<undefined>();
  const stray = Promise.withResolvers<unknown>();
  const broken: Body = async (_input, { step }) => {
    await step("one", { name: "one" }, (key) => here.act("one", key));
    const late = letGo.promise.then(() => step("two", { name: "two" }, (key) => here.act("two", key)));
    late.catch((error: unknown) => stray.resolve(error));
    throw new TypeError("no connection");
  };
  expect(summary(await here.start(broken).call("notes.create", { text: "a" }))).toBe("failed internal_error");
  // What the handler leaves behind begins no step, and takes the lease no more.
  letGo.resolve(undefined);
  expect(String(await stray.promise)).toContain("begins after its handler has ended");
  expect(summary(await here.start().call("notes.create", { text: "a" }))).toBe("completed");
  expect(here.effects).toEqual(names);
  const dead = world();
  await dieAt(12, dead);
  expect(summary(await dead.start().call("notes.create", { text: "a" }))).toBe("refused in_progress");
});

test("a server that stops waits for the end of a handler, and then the same call goes on at once", async () => {
  const here = world();
  const isInside = Promise.withResolvers<undefined>();
  const body: Body = async (_input, { signal, step }) => {
    await step("one", { name: "one" }, (key) => here.act("one", key));
    isInside.resolve(undefined);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await sleep(200);
    throw signal.reason;
  };
  const { call, server } = here.start(body);
  const first = call("notes.create", { text: "a" });
  await isInside.promise;
  await server.close({ graceMs: 0 });
  expect(summary(await first)).toBe("failed in_progress");
  expect(summary(await here.start().call("notes.create", { text: "a" }))).toBe("completed");
  expect(here.effects).toEqual(names);
});

test("a call out of time begins no step, and the call made again has the rest", async () => {
  const here = world(stepped({ timeoutMs: 20 }));
  const release = Promise.withResolvers<undefined>();
  let isSlow = true;
  const body: Body = async (_input, { step }) => {
    await step("one", {}, async (key) => {
      if (isSlow) await release.promise;
      return here.act("one", key);
    });
    return await step("two", {}, (key) => here.act("two", key));
  };
  const { call } = here.start(body);
  const late = call("notes.create", { text: "a" });
  expect(summary(await late)).toBe("failed in_progress");
  expect(summary(await here.start(body).call("notes.create", { text: "a" }))).toBe("refused in_progress");
  isSlow = false;
  release.resolve(undefined);
  await expect.poll(() => here.effects).toEqual(["one"]);
  await expect.poll(() => here.again(body)).toBe("completed");
  expect(here.effects).toEqual(["one", "two"]);
});

test("a call that a person approved goes on without asking again, with the input that was approved", async () => {
  const here = world(stepped(highRisk));
  const seen: JsonObject[] = [];
  const body: Body = async (input, { step }) => {
    seen.push(input);
    await step("one", {}, (key) => here.act("one", key));
    if (seen.length === 1) throw new TypeError("no connection");
    return { id: "n" };
  };
  const { server } = here.start(body);
  const approved = callApproved(server, anna);
  expect(summary(await approved("notes.create", { text: "a" }))).toBe("failed internal_error");
  expect(await here.again(body)).toBe("completed");
  expect(seen).toEqual([{ text: "a" }, { text: "a" }]);
  expect(here.effects).toEqual(["one"]);
});

test("the trail has each step by its name, and the outcome of the call that was continued", async () => {
  const here = world();
  await dieAt(11, here);
  expect(await here.again()).toBe("completed");
  const { records } = here.audit;
  const [first] = records;
  const last = records.at(-1);
  expect(records.filter(({ kind }) => kind === "event").map(({ event }) => event)).toEqual([
    "step.begun",
    "step.ended",
    "step.begun",
    "step.ended",
    "step.begun",
    "step.ended",
  ]);
  expect(records.find(({ kind }) => kind === "settlement")).toMatchObject({
    callId: first?.callId,
    outcome: "completed",
  });
  expect(last).toMatchObject({ kind: "outcome", continues: first?.callId });
  expect(JSON.stringify(records)).not.toContain('"name":"one"');
});

test("what a step was given and has returned is sealed in the store", async () => {
  const here = world();
  const values: unknown[] = [];
  const { put } = here.store;
  Object.assign(here.store, {
    put: (...all: Parameters<Store["put"]>) => {
      values.push(all[1]);
      return put(...all);
    },
  });
  expect(
    await here.again((_input, { step }) => step("one", { card: "4111" }, () => ({ id: "secret" }))),
  ).toBe("completed");
  expect(values.length).toBeGreaterThan(0);
  expect(JSON.stringify(values)).not.toMatch(/4111|secret/);
});

test("a handler takes the steps that its contract names, in their order, and no others", async () => {
  const does = "Something.";
  const here = world(stepped({ steps: ["one", "mail_*", "log_*", "three"].map((name) => ({ name, does })) }));
  const take = async (...taken: readonly string[]) => {
    here.effects.length = 0;
    let refused = "";
    const body: Body = async ({ text }, { step }) => {
      try {
        for (const name of taken) await step(name, { text, taken }, (key) => here.act(name, key));
      } catch (error) {
        refused = String(error);
        throw error;
      }
      return { id: "n" };
    };
    const word = summary(await here.start(body).call("notes.create", { text: taken.join() }));
    return [word, here.effects.length, refused];
  };
  expect(await take("one", "log_a", "mail_a", "log_b", "three")).toEqual(["completed", 5, ""]);
  expect(await take("mail_a")).toEqual(["completed", 1, ""]);
  const list = "whose steps are, in this order: one, mail_*, log_*, three";
  for (const wrong of ["other", "one", "mail"])
    expect(await take("mail_a", wrong)).toEqual([
      "failed internal_error",
      1,
      `TypeError: step \`${wrong}\` does not fit the contract of \`notes.create\`, ${list}`,
    ]);
});

test("a server does not start if a contract names steps and the handler is not made of them", () => {
  for (const fields of [{ steps: [{ name: "one", does: "Something." }] }, { compensate: "notes.undo" }]) {
    const product = {
      manifest: manifest(stepped(fields)),
      toolNames: { notes: { create: "notes.create" } },
    };
    const handlers = { notes: { create: () => ({ id: "n" }) } } as never;
    expect(() => createProductServer(product, { handlers })).toThrow("make its handler with `inSteps`");
  }
});

test("a call without a key has its steps in the trail", async () => {
  const { idempotency: _none, ...contract } = stepped();
  const here = world(tool(contract));
  expect([await here.again(), await here.again()]).toEqual(["completed", "completed"]);
  expect(here.effects).toEqual([...names, ...names]);
  expect(here.audit.records.filter(({ event }) => event === "step.ended")).toHaveLength(6);
});

test.each<[string, Body]>([
  ["a name that is none", (_input, { step }) => step("Charge it", {}, () => ({ id: "n" }))],
  ["an input that is no object", (_input, { step }) => step("one", [] as object, () => ({ id: "n" }))],
  ["an input that is too large", (_input, { step }) => step("one", { a: "a".repeat(70_000) }, () => ({}))],
])("%s is a fault of the handler, before anything runs", async (_what, body) => {
  const here = world();
  expect(await here.again(body)).toBe("failed internal_error");
  expect(await here.store.list?.("step:")).toHaveLength(1);
});

test("a name that is used twice, and a result that is too large, stop the call", async () => {
  const here = world();
  const twice: Body = async (_input, { step }) => {
    await step("one", {}, (key) => here.act("one", key));
    return await step("one", {}, (key) => here.act("one", key));
  };
  expect(await here.again(twice)).toBe("failed internal_error");
  expect(here.effects).toEqual(["one"]);
  const large: Body = (_input, { step }) => step("one", {}, () => ({ id: "a".repeat(70_000) }));
  expect(await world().again(large)).toBe("failed outcome_unknown");
});

test("a handler that does not say that it is made of steps has none, and neither has a plan", async () => {
  const { call } = fixture({
    tools: [stepped({ failureModes: [failureMode("disk_busy", "after")] })],
    execute: (_input, { step }) => step("one", {}, () => ({ id: "n" })),
  });
  expect(summary(await call("notes.create", { text: "a" }))).toBe("failed outcome_unknown");
});

test("a step that begins beside a declared failure counts, so that it does not act again", async () => {
  const here = world();
  const body: Body = async (_input, { fail, step }) => {
    await Promise.all([
      step("one", {}, (key) => here.act("one", key)),
      Promise.reject(fail["noteTooLong"]?.("Too long.")),
    ]);
  };
  const first = summary(await here.start(body, slowly).call("notes.create", { text: "a" }));
  const second = summary(await here.start(body, slowly).call("notes.create", { text: "a" }));
  expect([first, second, here.effects]).toEqual(["failed note_too_long", "failed note_too_long", ["one"]]);
});
