// Attacks 23 and 28 of the list, and somebody who can read and write the store but has no state key.
import { expect, test } from "vitest";
import { openApprovals } from "../../src/inbox/open-approvals.ts";
import { fakeClock, memoryAudit, memoryStore } from "../../../server/src/testing.ts";
import { summary } from "../sample.ts";
import { annaHerself, input, inboxFixture, operator, waitFor } from "./people.ts";

const hour = 60 * 60_000;
const later = new Date("2027-01-01");

test("the store holds nothing of a call that can be read without the key", async () => {
  const server = inboxFixture();
  const id = await waitFor(server, { text: "s3cret" });
  const rows = (await server.store.list?.("pending:")) ?? [];
  expect(rows).toHaveLength(1);
  const text = JSON.stringify(rows);
  for (const word of ["s3cret", "anna", "notes", id.slice(0, 16)]) expect(text).not.toContain(word);
});

test("without the key nothing can be approved: written, copied and rolled together rows are no approvals", async () => {
  const server = inboxFixture();
  const { desk: approvals } = server;
  const approved = await waitFor(server, { text: "harmless" });
  await approvals.approve(approved, annaHerself);
  await waitFor(server, input);
  const rows = (await server.store.list?.("pending:")) ?? [];
  const harmless = rows.find(({ key }) => key === `pending:${approved.slice(16)}`);
  const waiting = rows.find(({ key }) => key !== harmless?.key);
  if (!harmless || !waiting) throw new Error("two calls wait");
  for (const value of [harmless.value, { state: "approved" }, "approved", null]) {
    await server.store.put(waiting.key, value, later);
    expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  }
  const stranger = openApprovals({
    store: server.store,
    stateKeys: [new Uint8Array(32)],
    audit: memoryAudit(),
    clock: server.clock,
  });
  expect(await stranger.list(operator)).toEqual([]);
  expect(await stranger.approve(approved, operator)).toMatchObject({ ok: false, why: "unknown" });
  expect(server.ran).toEqual([]);
});

test("an approval runs once, though the clock was three hours ahead meanwhile", async () => {
  const clock = fakeClock();
  const server = inboxFixture({ clock, store: memoryStore({ clock }) });
  await server.desk.approve(await waitFor(server), annaHerself);
  const words = [];
  words.push(summary(await server.call("notes.create", input)));
  clock.advance(3 * hour);
  for (let write = 0; write < 600; write++) await server.call("notes.create", { text: `${write % 3}` });
  clock.advance(-3 * hour);
  for (let time = 0; time < 3; time++) words.push(summary(await server.call("notes.create", input)));
  expect(words).toEqual(["completed", ...Array(3).fill("refused approval_pending")]);
  expect(server.ran).toHaveLength(1);
});

test("an id does not help a caller: nothing in a call approves it", async () => {
  const server = inboxFixture();
  const id = await waitFor(server);
  for (const options of [
    { idempotencyKey: id },
    { answer: { state: id, action: "accept", content: { confirm: true } } },
    { answer: { state: id, action: "accept", content: { approval: id } }, canAsk: true },
  ] as const)
    expect(summary(await server.call("notes.create", input, options))).toMatch(
      /^refused (approval_pending|confirmation_unanswered)$/,
    );
  expect(server.ran).toEqual([]);
});

test("a decision that cannot be recorded does not count", async () => {
  let isFull = false;
  const audit = memoryAudit();
  const server = inboxFixture({
    audit: {
      ...audit,
      append: (entry) => (isFull ? Promise.reject(new Error("full")) : audit.append(entry)),
    },
  });
  const id = await waitFor(server);
  isFull = true;
  expect(await server.desk.approve(id, annaHerself)).toMatchObject({
    ok: false,
    why: "unrecorded",
  });
  isFull = false;
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(server.ran).toEqual([]);
});

test("a yes counts only when it is on record: not while the audit trail still writes it", async () => {
  const { promise: written, reject: fail } = Promise.withResolvers<void>();
  const audit = memoryAudit();
  const server = inboxFixture({
    audit: {
      ...audit,
      append: (entry) => (entry.decision === "approved" ? written : audit.append(entry)),
    },
  });
  const id = await waitFor(server);
  const approving = server.desk.approve(id, annaHerself);
  await new Promise(setImmediate);
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  fail(new Error("full"));
  expect(await approving).toMatchObject({ ok: false, why: "unrecorded" });
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(server.ran).toEqual([]);
});

test("an approval whose use cannot be recorded runs nothing, and is used up", async () => {
  let isFull = false;
  const server = inboxFixture({
    audit: {
      append: async ({ kind }) => {
        if (isFull && kind === "approval") throw new Error("full");
      },
      close: async () => {},
    },
  });
  await server.desk.approve(await waitFor(server), annaHerself);
  isFull = true;
  expect(summary(await server.call("notes.create", input))).toBe("refused server_unavailable");
  isFull = false;
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(server.ran).toEqual([]);
});
