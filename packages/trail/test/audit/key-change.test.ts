import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import { keyChangeGroup } from "../../src/trail/chain-group.ts";
import { groupOf } from "./chained.ts";
import { readEvent, type ChainedEvent } from "../../src/trail/cloud-event.ts";
import {
  headKeys,
  headSigner,
  type AuditHead,
  type AuditSigning,
  type HeadSigner,
} from "../../src/trail/head.ts";
import type { ChainState } from "../../src/trail/chain-entry.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { headFileOf } from "../../src/trail/head-file.ts";
import { jsonlFile } from "./jsonl-file.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { entry, newKeys, temporaryFolder, write } from "./trails.ts";

const [former, current, stranger] = [newKeys(), newKeys(), newKeys()];
const [byFormer, byCurrent, byStranger] = [former, current, stranger].map(({ key }) =>
  headSigner({ key }),
) as [HeadSigner, HeadSigner, HeadSigner];
const rotated: AuditSigning = { key: current.key, formerKeys: [former.key] };

interface Kept {
  readonly events: readonly ChainedEvent[];
  readonly head: AuditHead;
}

const begun = groupOf([entry("1"), entry("2")], "main", { sequence: 0, hash: "0".repeat(64) }, byFormer);
/** Three records by the former key, the last of them introducing the current one, and one record by the current key. */
const changed = extend(begun, headSigner(rotated), byFormer.keyId);

/** Adds a record, as somebody does who has these keys and says that `keyId` is in force. */
function extend({ events, head }: Kept, signer: HeadSigner, keyId: string): Kept {
  const last: ChainState = { sequence: head.sequence, hash: head.hash, keyId };
  const group = groupOf([entry(`${head.sequence + 1}`)], "main", last, signer);
  return { events: [...events, ...group.events], head: group.head };
}

async function check(
  kept: Kept,
  keys: readonly (typeof former)[],
  expected: object,
  expectedHead?: AuditHead,
) {
  const stored = JSON.parse(JSON.stringify(kept)) as Kept;
  const trail = {
    headsLag: false,
    heads: async () => [stored.head],
    events: () => stored.events,
    newest: async () => stored.events,
    close: async () => {},
  };
  const options = {
    ...(keys.length > 0 && { keys: keys.map(({ publicKey }) => publicKey) }),
    ...(expectedHead && { expected: [expectedHead] }),
  };
  expect(await verifyAudit(trail, options)).toMatchObject(expected);
}

const notIntroduced = { ok: false, problem: "key_not_introduced" };

test("a chain whose key changes at a record is whole for whoever knows either key, or none", async () => {
  await check(changed, [current], { ok: true, records: 4 });
  await check(changed, [former], { ok: true, records: 4 });
  await check(changed, [], { ok: true, records: 4 });
});

test("the record says which key follows which, and only the trail writes it", async () => {
  const record = readEvent(changed.events[2]);
  expect(record).toMatchObject({
    kind: "key_changed",
    tool: "audit",
    formerKey: { id: byFormer.keyId },
    nextKey: { id: byCurrent.keyId, publicKey: current.key.export({ format: "jwk" }).x },
  });
  expect(changed.events[2]).toMatchObject({ type: "proviso.audit.key_changed", keyid: byFormer.keyId });
});

test("records that the holder of a former key adds after the change are found", async () => {
  for (const keys of [[current], [former, current], []])
    await check(extend(changed, byFormer, byFormer.keyId), keys, notIntroduced);
});

test("a key that the holder of a former key introduces after the change is refused", async () => {
  const own = headSigner({ key: stranger.key, formerKeys: [former.key] });
  for (const keys of [[current], [former, current], []])
    await check(extend(changed, own, byFormer.keyId), keys, notIntroduced);
});

test("a head that a former key signs at a later record is found", async () => {
  const head = byFormer.sign(changed.head, "head");
  for (const keys of [[former], [former, current], []])
    await check({ ...changed, head }, keys, notIntroduced);
});

test("a head of a signed chain that nobody has signed is found, also without a key", async () => {
  const { keyId: _, signature: __, ...head } = changed.head;
  await check({ ...changed, head }, [current], { ok: false, problem: "head_unsigned" });
  await check({ ...changed, head }, [], notIntroduced);
});

test("a key that signs without an introduction is refused", async () => {
  await check(extend(begun, byStranger, byStranger.keyId), [stranger], notIntroduced);
  await check(extend(begun, byStranger, byStranger.keyId), [], notIntroduced);
});

test("a stranger cannot introduce a key in the name of the one in force", async () => {
  const own = headSigner({ key: stranger.key, formerKeys: [former.key] });
  const posing: HeadSigner = {
    ...own,
    sign: (head, as, keyId) => ({
      ...byStranger.sign({ ...head, keyId: byFormer.keyId }, as),
      ...(keyId && { keyId }),
    }),
  };
  for (const keys of [[former], [former, stranger], []])
    await check(extend(begun, posing, byFormer.keyId), keys, notIntroduced);
});

test("a key counts only if a trusted one has introduced it: a stranger's whole chain, with a change of its own, does not", async () => {
  const another = newKeys();
  const own = extend(
    groupOf([entry("1")], "main", { sequence: 0, hash: "0".repeat(64) }, byStranger),
    headSigner({ key: another.key, formerKeys: [stranger.key] }),
    byStranger.keyId,
  );
  await check(own, [stranger], { ok: true, records: 3 });
  for (const keys of [[current], [former, current]])
    await check(own, keys, { ok: false, problem: "head_unknown_key" });
});

test("a group that is due to change keys begins with the change, and others do not", () => {
  const last: ChainState = { sequence: begun.head.sequence, hash: begun.head.hash, keyId: byFormer.keyId };
  const due = keyChangeGroup("main", last, headSigner(rotated));
  expect(due?.events.map((event) => readEvent(event)?.kind)).toEqual(["key_changed"]);
  expect(due?.head.keyId).toBe(byCurrent.keyId);
  expect(keyChangeGroup("main", last, byFormer)).toBeUndefined();
  expect(keyChangeGroup("main", last, undefined)).toBeUndefined();
  const { keyId: _keyId, ...unsigned } = last;
  expect(keyChangeGroup("main", unsigned, headSigner(rotated))).toBeUndefined();
  // A key that is named twice is the current one.
  expect(headSigner({ key: current.key, formerKeys: [current.key, former.key] }).formerIds).toEqual(
    new Set([byFormer.keyId]),
  );
});

test("of a group the last record is signed; where the head is written with it, only at the end of a segment", () => {
  const signedIn = (last: ChainState, headsLag: boolean) => {
    const { events } = groupOf([entry("1"), entry("2"), entry("3")], "main", last, byCurrent, headsLag);
    return events.map((event) => event.signature !== undefined);
  };
  const { time } = entry("1");
  const at = (sequence: number): ChainState => ({
    sequence,
    hash: begun.head.hash,
    time,
    keyId: byCurrent.keyId,
  });
  expect(signedIn(at(10), true)).toEqual([false, false, true]);
  expect(signedIn(at(10), false)).toEqual([false, false, false]);
  expect(signedIn(at(997), false)).toEqual([false, false, true]);
  expect(signedIn(at(1000), false)).toEqual([false, false, false]);
});

test("only Ed25519 private keys sign, and only Ed25519 keys verify", () => {
  const other = generateKeyPairSync("x25519");
  expect(() => headSigner({ key: createPublicKey(current.publicKey) })).toThrow("private keys");
  expect(() => headSigner({ key: other.privateKey })).toThrow("Ed25519");
  expect(() => headKeys([other.publicKey])).toThrow("Ed25519");
});

test("a change whose next key was edited is found", async () => {
  const edited = changed.events.map((event) =>
    readEvent(event)?.kind === "key_changed"
      ? {
          ...event,
          data: { ...event.data, nextKey: { id: byStranger.keyId, publicKey: "AAAA" } } as JsonObject,
        }
      : event,
  );
  await check({ ...changed, events: edited }, [current], { ok: false, problem: "edited" });
});

test("who has a former key can cut the trail before the change: only the newest key, or a kept head, shows it", async () => {
  const cut = extend(begun, byFormer, byFormer.keyId);
  await check(cut, [former], { ok: true, records: 3 });
  await check(cut, [current], { ok: false, problem: "head_unknown_key" });
  await check(cut, [former], { ok: false, problem: "rolled_back" }, changed.head);
});

test("a crash between the change and its head loses nothing: the file is whole", async () => {
  const file = join(temporaryFolder(), "audit.jsonl");
  await write(jsonlFile({ file, signing: { key: former.key } }), "1");
  const head = readFileSync(headFileOf(file));
  await write(jsonlFile({ file, signing: rotated }), "2");
  writeFileSync(headFileOf(file), head);
  const keys = [former.publicKey];
  expect(await verifyAudit(await readJsonlAudit(file), { keys })).toMatchObject({
    ok: true,
    writers: [{ uncovered: 2 }],
  });
});

test("a database from before the change is not taken for one whose key has yet to change: the head file says so", async () => {
  const [file, copy] = ["audit.db", "copy.db"].map((name) => join(temporaryFolder(), name)) as [
    string,
    string,
  ];
  await write(sqliteAudit({ file, signing: { key: former.key } }), "1");
  copyFileSync(file, copy);
  await write(sqliteAudit({ file, signing: rotated }), "2");
  copyFileSync(copy, file);
  for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  expect(() => sqliteAudit({ file, signing: rotated })).toThrow("put back to an older day");
});
