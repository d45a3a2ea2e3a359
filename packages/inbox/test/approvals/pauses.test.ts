import { expect, test } from "vitest";
import { memoryStore } from "../../../server/src/testing.ts";
import { anna, ben, creates, fixture, highRisk, preview, sends, summary, tool } from "../sample.ts";
import { annaHerself, input, inboxFixture, statesOf, waitFor } from "./people.ts";

const olga = { operator: "olga" };
const emails = tool({ name: "emails.send", domain: "emails", sideEffects: [sends] });
const unknown = tool({
  name: "files.sync",
  domain: "files",
  sideEffects: [{ ...creates, kind: "unclassified" }],
});
const reads = tool({ name: "notes.read", sideEffects: [] });

/** Which of four tools are still served to two tenants after a pause; one of them asks a person. */
async function whatRuns(scope: string): Promise<readonly string[]> {
  const { server, callAs } = fixture({ tools: [tool(), emails, unknown, reads] });
  await server.pauses.pause(scope, olga);
  const runs: string[] = [];
  for (const [who, principal] of [
    ["acme", anna],
    ["other", { ...ben, tenant: "other" }],
  ] as const)
    for (const name of ["notes.create", "notes.read", "emails.send", "files.sync"]) {
      const word = summary(await callAs(principal)(name, input));
      if (word === "completed" || word === "refused confirmation_required") runs.push(`${who} ${name}`);
      else expect(word).toBe("refused paused");
    }
  return runs;
}

const all = ["notes.create", "notes.read", "emails.send", "files.sync"];
const of = (tenants: readonly string[], names: readonly string[]): readonly string[] =>
  tenants.flatMap((tenant) => names.map((name) => `${tenant} ${name}`));
const both = ["acme", "other"];

test.each([
  ["all", []],
  ["tool:emails.send", of(both, ["notes.create", "notes.read", "files.sync"])],
  // As hosts and their logs call it.
  ["tool:emails_send", of(both, ["notes.create", "notes.read", "files.sync"])],
  ["domain:notes", of(both, ["emails.send", "files.sync"])],
  // What an unclassified effect does is not known.
  ["effect:sends", of(both, ["notes.create", "notes.read"])],
  ["effect:pays", of(both, ["notes.create", "notes.read", "emails.send"])],
  ["tenant:acme", of(["other"], all)],
])("%s stops these calls and no others", async (scope, runs) => expect(await whatRuns(scope)).toEqual(runs));

test.each([
  ["everything", "say what to pause"],
  ["tool:", "say what to pause"],
  ["all:x", "say what to pause"],
  ["tool:notes.creat", "there is no tool notes.creat"],
  ["domain:note", "there is no domain note"],
  ["effect:prays", "there is no effect prays"],
  ["constructor:x", "say what to pause"],
])("%s is no scope", async (scope, said) => {
  const { server } = fixture();
  await expect(server.pauses.pause(scope, olga)).rejects.toThrow(said);
  await expect(server.pauses.pause("all", { operator: "" })).rejects.toThrow("say who does it");
  expect(await server.pauses.list()).toEqual([]);
});

test("a paused tool says so, tells no stranger, makes no plan and returns no stored outcome", async () => {
  const { call, callAs, ran, server } = fixture({
    tools: [
      tool({ dryRun: { mode: "supported", preview } }),
      tool({ name: "notes.secret", riskLevel: "forbidden" }),
    ],
  });
  expect(summary(await call("notes.create", input, { idempotencyKey: "k" }))).toBe("completed");
  await server.pauses.pause("all", olga, { reason: "Incident 7." });
  const stopped = await call("notes.create", input, { idempotencyKey: "k" });
  expect(stopped).toEqual({
    kind: "refused",
    tool: "notes.create",
    failure: {
      code: "paused",
      retry: "after",
      message: expect.stringMatching(/^An operator has stopped.*Nothing has happened/),
      details: { scope: "all", retryAfterMs: 60_000 },
    },
  });
  expect(summary(await call("notes.create", { ...input, dryRun: true }))).toBe("refused paused");
  expect(await server.resolve("notes.create", input, { principal: anna })).toMatchObject({
    refusal: { code: "paused" },
  });
  expect(summary(await callAs({ ...anna, permissions: [] })("notes.create", input))).toBe(
    "refused permission_denied",
  );
  for (const name of ["notes.secret", "notes.nowhere"])
    expect(await call(name, input)).toEqual({ kind: "unknown_tool", tool: name });
  expect(ran).toHaveLength(1);
  expect(await server.pauses.resume("all", olga)).toBe(true);
  expect(await server.pauses.resume("all", olga)).toBe(false);
  expect(summary(await call("notes.create", input, { idempotencyKey: "k" }))).toBe("replayed");
});

test("a call that runs when its tool is paused ends as usual", async () => {
  let finish: (value: object) => void = () => {};
  const result = new Promise<object>((resolve) => (finish = resolve));
  const { call, ran, server } = fixture({ execute: () => result });
  const running = call("notes.create", input);
  await expect.poll(() => ran.length).toBe(1);
  await server.pauses.pause("all", olga);
  finish({ id: "n1" });
  expect(summary(await running)).toBe("completed");
  expect(summary(await call("notes.create", input))).toBe("refused paused");
});

test("a pause ends the approvals of what it stops, also after it is resumed", async () => {
  const server = inboxFixture({
    tools: [tool(highRisk), tool({ ...highRisk, name: "files.drop", domain: "files" })],
  });
  const { desk: approvals } = server;
  await approvals.approve(await waitFor(server), annaHerself);
  await server.call("files.drop", input);
  await server.server.pauses.pause("domain:notes", olga);
  expect(statesOf(await approvals.list(annaHerself)).toSorted()).toEqual(["paused", "pending"]);
  await server.server.pauses.resume("domain:notes", olga);
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(server.ran).toEqual([]);
});

test("another server with the store stops too, and approvals from before do not count there", async () => {
  const one = inboxFixture();
  const two = inboxFixture({ store: one.store, clock: one.clock });
  await one.desk.approve(await waitFor(one), annaHerself);
  expect(summary(await two.call("notes.create", { text: "b" }))).toBe("refused approval_pending");
  await one.server.pauses.pause("all", olga);
  // What was approved is looked up in the store just before it runs, whatever is remembered of pauses.
  expect(summary(await two.call("notes.create", input))).not.toBe("completed");
  expect(two.ran).toEqual([]);
  await expect.poll(async () => summary(await two.call("notes.create", input))).toBe("refused paused");
});

test("if what is paused cannot be read, every call is refused", async () => {
  const store = memoryStore();
  const broken = fixture({ store: { ...store, get: () => Promise.reject(new Error("gone")) } });
  expect(summary(await broken.call("notes.create", input))).toBe("refused server_unavailable");
  expect(broken.ran).toEqual([]);
  for (const value of ["on", { last: 1, pauses: [{ what: "all" }] }, { last: 1 }]) {
    const strange = fixture({ store: memoryStore() });
    const { call, ran } = fixture({ store });
    await store.put("paused", value, new Date(Date.now() + 1000));
    expect(summary(await call("notes.create", input))).toMatch(
      /^refused (internal_error|server_unavailable)$/,
    );
    expect(ran).toEqual([]);
    expect(summary(await strange.call("notes.create", input))).toBe("completed");
  }
});

test("reads of what is paused are few: calls share them", async () => {
  let count = 0;
  const store = memoryStore();
  const counted = {
    ...store,
    get: (key: string) => {
      if (key === "paused") count++;
      return store.get(key);
    },
  };
  const { call } = fixture({ store: counted });
  for (let time = 0; time < 50; time++) await call("notes.create", input);
  expect(count).toBeLessThan(10);
});

test("who paused and resumed what, and why, is on record; what cannot be recorded is not resumed", async () => {
  const { audit, call, server } = fixture();
  await server.pauses.pause("tool:notes.create", olga, { reason: "Incident 7." });
  await server.pauses.resume("tool:notes.create", olga);
  expect(
    audit.records.map(({ decision, tool: what, principal, reason }) => [
      decision,
      what,
      principal?.id,
      reason,
    ]),
  ).toEqual([
    ["paused", "tool:notes.create", "olga", "Incident 7."],
    ["resumed", "tool:notes.create", "olga", undefined],
  ]);
  expect(summary(await call("notes.create", input))).toBe("completed");
  let isFull = false;
  const failing = fixture({
    audit: {
      append: async () => (isFull ? Promise.reject(new Error("full")) : undefined),
      close: async () => {},
    },
  });
  await failing.server.pauses.pause("all", olga);
  isFull = true;
  await expect(failing.server.pauses.resume("all", olga)).rejects.toThrow("it stays paused");
  isFull = false;
  expect(summary(await failing.call("notes.create", input))).toBe("refused paused");
});
