// What `verifyAudit` accepts of marks in the place of removed records, and of the heads of that time.
import { expect, test } from "vitest";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { genesis, type ChainState } from "../../src/trail/chain-entry.ts";
import { groupOf } from "./chained.ts";
import {
  firstHead,
  headKeys,
  headSigner,
  readHead,
  type AuditHead,
  type HeadSigner,
} from "../../src/trail/head.ts";
import { prunedEvent, type PrunedMark } from "../../src/trail/pruned-mark.ts";
import { verifyAudit, type VerifyOptions } from "../../src/trail/verify-audit.ts";
import { entry, newKeys } from "./trails.ts";

const [keys, stranger] = [newKeys(), newKeys()];
const signer = headSigner({ key: keys.key });

/** Six records, one in a group, and the head after each. */
function written(by: HeadSigner | undefined, headsLag = true) {
  const events: unknown[] = [];
  const heads: AuditHead[] = [];
  let last: ChainState = genesis;
  for (const id of ["1", "2", "3", "4", "5", "6"]) {
    const group = groupOf([entry(id)], "main", last, by, headsLag);
    events.push(...(JSON.parse(JSON.stringify(group.events)) as unknown[]));
    heads.push(group.head);
    last = group.head;
  }
  const at = (sequence: number): AuditHead => {
    const head = heads[sequence - 1];
    if (!head) throw new Error("there is no such head");
    return head;
  };
  return { events, at };
}
const signed = written(signer);
const unsigned = written(undefined);

const marked = ({ at }: typeof signed, sequence: number, more: Partial<PrunedMark> = {}): PrunedMark => {
  const { keyId, signature: _signature, ...link } = at(sequence);
  const time = { before: "2026-02-01T00:00:00.000Z", at: "2026-03-01T00:00:00.000Z" };
  return { ...link, ...time, ...(keyId !== undefined && { keyInForce: keyId }), ...more };
};
const seal = (mark: PrunedMark, by = signer): unknown => prunedEvent(by.sign(mark, "pruned"));

const withKey: VerifyOptions = { keys: [keys.publicKey] };
async function check(
  events: readonly unknown[],
  head: AuditHead,
  expected: object,
  options: VerifyOptions = withKey,
  headsLag = false,
) {
  const trail: AuditTrail = {
    headsLag,
    heads: async () => [head],
    events: () => JSON.parse(JSON.stringify(events)) as unknown[],
    newest: async () => events,
    close: async () => {},
  };
  expect(await verifyAudit(trail, options)).toMatchObject(expected);
}

const rest = signed.events.slice(3);
const [second, third] = [seal(marked(signed, 2)), seal(marked(signed, 3))];

test("signed marks stand for the records that were removed, and the verdict names the last", async () => {
  const { before, at } = marked(signed, 3);
  const pruned = { sequence: 3, before, at };
  const expected = { ok: true, records: 3, writers: [{ sequence: 6, signature: "valid", pruned }] };
  await check([third, ...rest], signed.at(6), expected);
  await check([second, third, ...rest], signed.at(6), expected);
  await check([third, ...rest], signed.at(6), { ok: true, writers: [{ pruned }] }, {});
  await check(signed.events, signed.at(6), { ok: true, writers: [expect.not.objectContaining({ pruned })] });
  const bare = prunedEvent(marked(unsigned, 3));
  await check([bare, ...unsigned.events.slice(3)], unsigned.at(6), { ok: true, records: 3 }, {});
});

test("a mark nobody with the key has signed is found", async () => {
  const forged = { ok: false, problem: "pruning_forged", writer: "main", sequence: 3 };
  const bare = prunedEvent(marked(signed, 3));
  const [, other] = [0, seal(marked(signed, 3), headSigner({ key: stranger.key }))];
  const asHead = prunedEvent(signer.sign(marked(signed, 3), "head"));
  for (const mark of [bare, other, asHead]) await check([mark, ...rest], signed.at(6), forged);
  await check([second, bare, ...rest], signed.at(6), forged);
  // Without a key a mark of a signed chain is signed at least.
  await check([bare, ...rest], signed.at(6), forged, {});
  await check([other, ...rest], signed.at(6), { ok: true }, {});
});

test("marks come before the records, each after the one before it", async () => {
  const reordered = { ok: false, problem: "reordered" };
  await check([third, second, ...rest], signed.at(6), { ...reordered, index: 1, sequence: 2 });
  await check([third, third, ...rest], signed.at(6), { ...reordered, index: 1 });
  await check([...signed.events.slice(0, 3), third, ...rest], signed.at(6), { ...reordered, index: 3 });
  await check([...signed.events, seal(marked(signed, 6, { sequence: 9 }))], signed.at(6), reordered);
  const gap = { ok: false, problem: "gap", index: 2, sequence: 5 };
  await check([second, third, ...rest.slice(1)], signed.at(6), gap);
});

test("the key that a mark says was in force is the one that has to sign what follows", async () => {
  const { keyInForce: _key, ...silent } = marked(signed, 3);
  await check([seal(silent), ...rest], signed.at(6), { ok: true });
  const other = seal(marked(signed, 3, { keyInForce: "f".repeat(32) }));
  const message = expect.stringContaining("(expected number 4)");
  await check([other, ...rest], signed.at(6), { ok: false, problem: "key_not_introduced", message });
});

test("a head from before the pruning is known by its mark, or by the word of whoever has the key", async () => {
  const lost = { ok: false, problem: "rolled_back", writer: "main" };
  const expecting = (head: AuditHead, more: VerifyOptions = withKey) => ({ ...more, expected: [head] });
  const trail = [third, ...rest];
  await check(trail, signed.at(6), { ok: true }, expecting(signed.at(3)));
  await check(trail, signed.at(6), { ok: true }, expecting(signed.at(3), {}));
  await check(trail, signed.at(6), lost, expecting({ ...signed.at(3), hash: "another" }));
  await check(trail, signed.at(6), { ok: true }, expecting(signed.at(1)));
  await check(trail, signed.at(6), lost, expecting(signed.at(1), {}));
  await check(trail, signed.at(6), lost, expecting({ ...signed.at(4), hash: "another" }));
  await check(trail, signed.at(6), lost, expecting({ ...signed.at(6), sequence: 7 }));
  const other = { ...signed.at(1), writer: "other" };
  await check(trail, signed.at(6), { ...lost, writer: "other" }, expecting(other));
  await check(trail, signed.at(6), { ...lost, writer: "other" }, expecting(other, {}));
});

test("only where a key would help is one asked for", async () => {
  const advice = expect.stringContaining("give a public key");
  const head = { ...signed.at(1), hash: "another" };
  const found = (message: unknown) => ({ problem: "rolled_back", message });
  await check([third, ...rest], signed.at(6), found(advice), { expected: [head] });
  const without = expect.not.stringContaining("give a public key");
  await check(signed.events, signed.at(6), found(without), { expected: [head] });
  const later = { ...signed.at(6), sequence: 7 };
  await check([third, ...rest], signed.at(6), found(without), { ...withKey, expected: [later] });
});

test("records after a head count only if its writer signed the last of them", async () => {
  const appended = { ok: false, problem: "appended", sequence: 4 };
  const newer = { ok: true, writers: [{ sequence: 6, uncovered: 2 }] };
  await check(signed.events, signed.at(4), newer, withKey, true);
  await check(signed.events, signed.at(4), newer, {}, true);
  await check(signed.events, signed.at(4), appended, withKey, false);
  await check(unsigned.events, unsigned.at(4), newer, {}, true);
  const between = written(signer, false);
  for (const options of [withKey, {}]) await check(between.events, between.at(4), appended, options, true);
});

test("a head of no records has the key that signs the first", async () => {
  const other = headSigner({ key: stranger.key });
  const both: VerifyOptions = { keys: [keys.publicKey, stranger.publicKey] };
  await check(signed.events, firstHead("main", signer), { ok: true }, both, true);
  const wrong = { ok: false, problem: "key_not_introduced", sequence: 0 };
  await check(signed.events, firstHead("main", other), wrong, both, true);
  const rotated = headSigner({ key: keys.key, formerKeys: [stranger.key] });
  const { events } = groupOf([entry("1")], "main", { ...genesis, keyId: other.keyId }, rotated);
  await check(events, firstHead("main", other), { ok: true }, both, true);
  await check(events, firstHead("main", signer), wrong, both, true);
});

test("a signed head covers records of which none is signed", async () => {
  const { events, at } = unsigned;
  await check(events, signer.sign(at(6), "head"), { ok: true, writers: [{ signature: "valid" }] });
});

const head = signed.at(3);
const noHeads: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  text: "head",
  "a head without a writer": { ...head, writer: undefined },
  "a head without a number": { ...head, sequence: undefined },
  "a number below zero": { ...head, sequence: -1 },
  "a broken number": { ...head, sequence: 1.5 },
  "a number that is not exact": { ...head, sequence: 2 ** 60 },
  "a head without a hash": { ...head, hash: 1 },
  "a time that is no text": { ...head, time: 1 },
  "a key that is no text": { ...head, keyId: 1 },
  "a signature that is no text": { ...head, signature: null },
};
test.each(Object.entries(noHeads))("%s is no head", (_name, value) => {
  expect(readHead(value)).toBeUndefined();
});

test("a head is read with what it has, and nothing else", () => {
  expect(readHead({ ...head, note: 1 })).toStrictEqual(head);
  const bare = { writer: "main", ...genesis };
  expect(readHead(bare)).toStrictEqual(bare);
});

test("a key that cannot sign, or cannot be read, is refused without being shown", () => {
  const secret = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIsecret\n-----END PRIVATE KEY-----";
  for (const key of [secret, ""]) {
    expect(() => headSigner({ key })).toThrow(/cannot be read: give the PEM text(?![^]*secret)/);
    expect(() => headKeys([key])).toThrow(TypeError);
  }
  expect(() => signer.sign(head, "head", "f".repeat(32))).toThrow("there is no key");
});

test("the verdict names the expected heads whose records are gone without a mark of their own", async () => {
  const { at, events } = signed;
  const options = (before: AuditHead): VerifyOptions => ({ ...withKey, expected: [before] });
  const whole = expect.not.objectContaining({ uncompared: expect.anything() as unknown }) as object;
  await check([third, ...rest], at(6), { ok: true, uncompared: [at(2)] }, options(at(2)));
  await check([second, third, ...rest], at(6), whole, options(at(2)));
  await check([third, ...rest], at(6), whole, options(at(5)));
  await check(events, at(6), whole, options(at(2)));
});
