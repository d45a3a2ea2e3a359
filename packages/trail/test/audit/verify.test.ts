import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { memoryAudit } from "./memory-trail.ts";
import type { AuditHead } from "../../src/trail/head.ts";
import { eventOf } from "./chained.ts";
import { genesis } from "../../src/trail/chain-entry.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { verifyAudit, type VerifyOptions } from "../../src/trail/verify-audit.ts";
import { entry, newKeys } from "./trails.ts";

const [keys, stranger] = [newKeys(), newKeys()];

interface Kept {
  readonly events: readonly unknown[];
  readonly heads: readonly unknown[];
}

/** Records as they are kept, one in a group. */
async function record(
  ids: readonly string[],
  options: Parameters<typeof memoryAudit>[0] = {},
): Promise<Kept> {
  const audit = memoryAudit(options);
  for (const [i, id] of ids.entries()) await audit.append(entry(id, { input: { amount: i } }));
  const kept = { events: [...(audit.trail.events() as Iterable<unknown>)], heads: await audit.trail.heads() };
  return JSON.parse(JSON.stringify(kept)) as Kept;
}

function trailOf({ events, heads }: Kept, headsLag = false): AuditTrail {
  return {
    headsLag,
    heads: async () => heads,
    events: () => events,
    newest: async () => events,
    close: async () => {},
  };
}

const four = ["c1", "c2", "c3", "c4"];

test("the hash of a record is what any reader calculates", async () => {
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");
  const { events } = await record(["c1", "c2"]);
  for (const event of events as readonly JsonObject[]) {
    const { hash, previoushash, ...content } = event;
    expect(hash).toBe(sha256(`${String(previoushash)} ${sha256(canonicalJson(content))}`));
  }
});
const signed = { signing: { key: keys.key } };
const withKey: VerifyOptions = { keys: [keys.publicKey] };

async function check(change: (kept: Kept) => Kept, expected: object, options: VerifyOptions = withKey) {
  const verdict = await verifyAudit(trailOf(change(await record(four, signed))), options);
  expect(verdict).toMatchObject({ ok: !("problem" in expected), ...expected });
}

const events = (change: (list: readonly unknown[]) => readonly unknown[]) => (kept: Kept) => ({
  ...kept,
  events: change(kept.events),
});
const edit = (index: number, change: (event: JsonObject) => JsonObject) =>
  events((list) => list.with(index, change(list[index] as JsonObject)));
const heads = (change: (head: AuditHead) => unknown) => (kept: Kept) => ({
  ...kept,
  heads: kept.heads.map((head) => change(head as AuditHead)),
});

test("accepts what was written, and a trail without records", async () => {
  await check((kept) => kept, { ok: true, records: 4, writers: [{ sequence: 4, signature: "valid" }] });
  const begun = await record([], signed);
  await check(() => begun, { ok: true, records: 0, writers: [{ sequence: 0, signature: "valid" }] });
});
test("needs no key to follow the chain, and says that it checked no signature", () =>
  check((kept) => kept, { ok: true, writers: [{ signature: "unchecked" }] }, {}));
test("finds an edited attribute", () =>
  check(
    edit(1, (event) => ({ ...event, subject: "files.put" })),
    { problem: "edited", index: 1, sequence: 2 },
  ));
test("finds an edited field in the data", () =>
  check(
    edit(1, (event) => ({ ...event, data: { ...(event["data"] as JsonObject), tool: "files.put" } })),
    {
      problem: "edited",
      index: 1,
    },
  ));
test("finds an added field", () =>
  check(
    edit(2, (event) => ({ ...event, note: 1 })),
    { problem: "edited", index: 2 },
  ));
test("finds a record of another chain in the place of one", async () => {
  const other = await record(["x1", "x2", "x3", "x4"], signed);
  await check(
    events((list) => list.with(1, other.events[1])),
    { problem: "edited", index: 1 },
  );
});
test("finds a removed record", () =>
  check(
    events((list) => list.toSpliced(1, 1)),
    { problem: "gap", index: 1, sequence: 3 },
  ));
test("finds that the first record is missing", () =>
  check(
    events((list) => list.slice(1)),
    { problem: "gap", index: 0 },
  ));
test("finds two records that changed places", () =>
  check(
    events(([a, b, c, d]) => [a, c, b, d]),
    { problem: "reordered", index: 1, sequence: 3 },
  ));
test("finds a repeated record", () =>
  check(
    events(([a, b]) => [a, b, b]),
    { problem: "reordered", index: 2 },
  ));
test("finds an event that is no audit record", () =>
  check(
    events((list) => [...list, "…"]),
    { problem: "unreadable", index: 4, message: "line 5 is not an audit record" },
  ));
test("finds half a character, which no record has", () =>
  check(
    edit(0, (event) => ({ ...event, subject: "\ud800" })),
    { problem: "edited", index: 0 },
  ));

test("finds a cut tail", () =>
  check(
    events((list) => list.slice(0, 2)),
    { problem: "cut", writer: "main", sequence: 4 },
  ));
test("finds that all records are gone", () =>
  check(
    events(() => []),
    { problem: "cut", sequence: 4 },
  ));
test("finds a trail that was emptied, with a key or without", async () => {
  const emptied = { problem: "head_missing", message: expect.stringContaining("it was emptied") };
  await check(() => ({ events: [], heads: [] }), emptied);
  await check(() => ({ events: [], heads: [] }), emptied, {});
  const begun = await record([]);
  await check(() => begun, { problem: "head_unsigned" });
});
test("finds a signature that was taken away, or changed, though the head does not end with that record", async () => {
  const found = { problem: "edited", index: 1, sequence: 2 };
  await check(
    edit(1, ({ keyid: _keyId, signature: _signature, ...rest }) => rest),
    found,
    {},
  );
  await check(
    edit(1, (event) => ({ ...event, keyid: "0".repeat(32) })),
    found,
    {},
  );
  await check(
    edit(1, (event) => ({ ...event, signature: "AAAA" })),
    found,
  );
});
test("finds a head that was moved back to where the tail was cut", () =>
  check(
    ({ events: list }) => {
      const { hash } = list[1] as { hash: string };
      return { events: list.slice(0, 2), heads: [{ writer: "main", sequence: 2, hash }] };
    },
    { problem: "head_unsigned" },
  ));
test("finds a head whose number was changed", async () => {
  const cut = await record(four.slice(0, 2), signed);
  const { hash } = cut.heads[0] as AuditHead;
  await check(
    (kept) => ({ events: cut.events, heads: heads((head) => ({ ...head, sequence: 2, hash }))(kept).heads }),
    {
      problem: "head_forged",
    },
  );
});
test("finds a head that somebody else signed", async () => {
  const other = await record(four, { signing: { key: stranger.key } });
  await check(() => other, {
    problem: "head_unknown_key",
    message: expect.stringContaining("was not given"),
  });
});
test("finds a head that names the right key and is signed with another", async () => {
  const other = await record(four, { signing: { key: stranger.key } });
  await check(
    ({ heads: [ours] }) => ({
      events: other.events,
      heads: heads((head) => ({ ...head, keyId: (ours as AuditHead).keyId }))(other).heads,
    }),
    { problem: "head_forged" },
  );
});
test("finds a whole trail that was written again", async () => {
  const other = await record(["x1", "x2", "x3", "x4"]);
  await check((kept) => ({ ...kept, events: other.events }), { problem: "rewritten", sequence: 4 });
});
test("finds a removed head", () =>
  check((kept) => ({ ...kept, heads: [] }), { problem: "head_missing", writer: "main" }));
test("finds two heads for one writer, and what is no head", async () => {
  await check((kept) => ({ ...kept, heads: [...kept.heads, ...kept.heads] }), { problem: "head_unreadable" });
  await check(
    heads((head) => ({ ...head, sequence: -1 })),
    { problem: "head_unreadable" },
  );
  await check(
    heads(() => "…"),
    { problem: "head_unreadable" },
  );
});
test("finds what was appended without the key", async () => {
  await check(
    events((list) => {
      const last = readEvent(list.at(-1)) ?? genesis;
      return [...list, eventOf(entry("forged"), "main", last)];
    }),
    { problem: "appended" },
  );
  const more = await record([...four, "forged"]);
  const prefix = await record(four);
  expect(await verifyAudit(trailOf({ ...prefix, events: more.events }))).toMatchObject({
    problem: "appended",
  });
  // If heads lag and there is no key, it cannot be distinguished from records newer than the head.
  expect(await verifyAudit(trailOf({ ...prefix, events: more.events }, true))).toMatchObject({
    ok: true,
    writers: [{ uncovered: 1, signature: "none" }],
  });
});

test("finds a trail that was rolled back with its head, if a later head is known", async () => {
  const [older, newer] = [await record(four.slice(0, 2), signed), await record(four, signed)];
  const expected = newer.heads as readonly AuditHead[];
  expect(await verifyAudit(trailOf(older), withKey)).toMatchObject({ ok: true });
  expect(await verifyAudit(trailOf(older), { ...withKey, expected })).toMatchObject({
    problem: "rolled_back",
    sequence: 4,
  });
  const known = older.heads as readonly AuditHead[];
  expect(await verifyAudit(trailOf(newer), { ...withKey, expected: known })).toMatchObject({ ok: true });
});
test("finds that a writer is gone with its head, if its head is known", async () => {
  const gone = await record(["x"], { ...signed, writer: "gone" });
  const expected = gone.heads as readonly AuditHead[];
  await check((kept) => kept, { problem: "rolled_back", writer: "gone" }, { ...withKey, expected });
});
test("tells which of two writers was changed", async () => {
  const other = await record(["x1", "x2"], { ...signed, writer: "other" });
  await check(
    ({ events: list, heads: ours }) => ({
      events: list.flatMap((event, i) => (i === 1 ? [event] : [event, ...other.events.slice(i, i + 1)])),
      heads: [...ours, ...other.heads],
    }),
    { problem: "cut", writer: "other", sequence: 2 },
  );
});

test("heads that are no list with one for each writer are found, also among those outside", async () => {
  const kept = await record(four, signed);
  const unreadable = { ok: false, problem: "head_unreadable" };
  const [own] = kept.heads;
  for (const list of [[...kept.heads, "none"], [own, own], [{}]]) {
    expect(await verifyAudit(trailOf({ ...kept, heads: list }), withKey)).toMatchObject(unreadable);
    expect(await verifyAudit({ ...trailOf(kept), pinned: list }, withKey)).toMatchObject(unreadable);
  }
  expect(await verifyAudit({ ...trailOf(kept), pinned: [own] }, withKey)).toMatchObject({ ok: true });
});

test("what is no record, and a trail without heads, is not whole", async () => {
  const kept = await record(four, signed);
  const broken = async (change: Partial<Kept>) => verifyAudit(trailOf({ ...kept, ...change }), withKey);
  expect(await broken({ events: ["none"] })).toMatchObject({ ok: false, problem: "unreadable", index: 0 });
  expect(await broken({ heads: [] })).toMatchObject({ ok: false, problem: "head_missing", writer: "main" });
  expect(await broken({ heads: [], events: [] })).toMatchObject({ ok: false, problem: "head_missing" });
});

test("a row whose columns say otherwise than its record is found, beside any other problem", async () => {
  const kept = await record(four, signed);
  const misfiled = () => ({ writer: "main", sequence: 2 });
  const inColumns = { ok: false, problem: "edited", writer: "main", sequence: 2 };
  const message = expect.stringContaining("in its columns");
  expect(await verifyAudit({ ...trailOf(kept), misfiled }, withKey)).toMatchObject({ ...inColumns, message });
  const edited = (index: number): Kept => edit(index, (event) => ({ ...event, subject: "files.put" }))(kept);
  const verdictOf = (index: number) => verifyAudit({ ...trailOf(edited(index)), misfiled }, withKey);
  expect(await verdictOf(1)).toMatchObject({ ...inColumns, message });
  expect(await verdictOf(0)).toMatchObject({
    ...inColumns,
    sequence: 1,
    message: expect.not.stringContaining("columns"),
  });
});

test("a verdict names the key of the head, if there is one", async () => {
  const [own] = (await record(four, signed)).heads as readonly AuditHead[];
  const keyId = own?.keyId ?? "";
  expect(keyId).toMatch(/^[0-9a-f]{32}$/);
  await check((kept) => kept, { writers: [{ keyId }] });
  const verdict = await verifyAudit(trailOf(await record(four)));
  expect(verdict.ok && verdict.writers[0]).not.toHaveProperty("keyId");
});

test("a gap is one, whatever comes after it", async () => {
  const kept = await record(four, signed);
  const gap = { ok: false, problem: "gap", index: 1, sequence: 3 };
  const missing = kept.events.toSpliced(1, 1);
  const ofAnother = { ...(kept.events[1] as JsonObject), source: "urn:proviso:audit:other" };
  for (const more of [[], ["none"], [ofAnother]])
    expect(await verifyAudit(trailOf({ ...kept, events: [...missing, ...more] }), withKey)).toMatchObject(
      gap,
    );
});
