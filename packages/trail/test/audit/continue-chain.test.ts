import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import { groupOf } from "./chained.ts";
import { genesis, unsignedHash, type ChainState } from "../../src/trail/chain-entry.ts";
import { ChainBroken, missingOfKnown, continueChain, type ChainEnd } from "../../src/trail/continue-chain.ts";
import { groupEnd } from "../../src/trail/group-end.ts";
import { firstHead, headSigner, type AuditHead, type HeadSigner } from "../../src/trail/head.ts";
import { keyAfter } from "../../src/trail/key-change.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { entry, newKeys } from "./trails.ts";

const [former, current, stranger] = [newKeys(), newKeys(), newKeys()];
const signer = headSigner({ key: current.key });
const rotated = headSigner({ key: current.key, formerKeys: [former.key] });
const unknown = headSigner({ key: stranger.key });

interface Written {
  readonly events: readonly JsonObject[];
  readonly heads: readonly AuditHead[];
}

/** Three groups of a record each, and the head after each. */
function written(by: HeadSigner | undefined, headsLag = true): Written {
  const events: JsonObject[] = [];
  const heads: AuditHead[] = [];
  let last: ChainState = genesis;
  for (const id of ["1", "2", "3"]) {
    const group = groupOf([entry(id)], "main", last, by, headsLag);
    events.push(...(JSON.parse(JSON.stringify(group.events)) as JsonObject[]));
    heads.push(group.head);
    last = group.head;
  }
  return { events, heads };
}

const [signed, unsigned] = [written(signer), written(undefined)];
const headOf = ({ heads }: Written, sequence: number): AuditHead => {
  const head = heads[sequence - 1];
  if (!head) throw new Error("there is no such head");
  return head;
};
const from = (all: Written, sequence: number): ChainEnd => ({
  head: headOf(all, sequence),
  events: all.events.slice(sequence - 1),
});
/** The server that continues: with the key, or `nobody`, who has none. */
const nobody = "nobody";
const keysOf = (by: HeadSigner | typeof nobody) => (by === nobody ? undefined : by);
const check = (end: ChainEnd, why: string, by: HeadSigner | typeof nobody = signer) => {
  const proceed = () => continueChain(end, "main", keysOf(by));
  expect(proceed).toThrow(ChainBroken);
  expect(proceed).toThrow(expect.objectContaining({ name: "ChainBroken" }));
  expect(proceed).toThrow(why);
};

test("a chain begins where nothing is stored", () => {
  expect(continueChain({ events: [] }, "main", undefined)).toEqual(genesis);
  expect(continueChain({ head: firstHead("main", signer), events: [] }, "main", signer)).toMatchObject({
    ...genesis,
    keyId: signer.keyId,
  });
});

test("it goes on after the last record: that of the head, or a newer one", () => {
  const { sequence, hash, time } = headOf(signed, 3);
  expect(continueChain(from(signed, 3), "main", signer)).toEqual({
    sequence,
    hash,
    time,
    keyId: signer.keyId,
  });
  for (const stored of [1, 2])
    expect(continueChain(from(signed, stored), "main", signer)).toEqual({
      sequence,
      hash,
      keyId: signer.keyId,
    });
  expect(continueChain({ head: firstHead("main", signer), events: signed.events }, "main", signer)).toEqual({
    sequence,
    hash,
    keyId: signer.keyId,
  });
  const { hash: last } = headOf(unsigned, 3);
  expect(continueChain(from(unsigned, 1), "main", undefined)).toStrictEqual({ sequence: 3, hash: last });
});

test("the key of the head is in force until a record is signed", () => {
  const between = written(signer, false);
  const { time, ...last } = headOf(between, 3);
  expect(between.events[1]).not.toHaveProperty("keyid");
  expect(continueChain(from(between, 3), "main", signer)).toMatchObject({ keyId: signer.keyId });
  const record = readEvent(between.events[1]);
  if (!record || !between.events[1]) throw new Error("no record");
  expect(keyAfter(between.events[1], record, last.keyId)).toStrictEqual({ keyId: signer.keyId });
  expect(keyAfter(between.events[1], record, undefined)).toStrictEqual({});
  expect(time).toBe(record.time);
});

test("the state of a chain that nobody signs says nothing of a key", () => {
  const { sequence, hash, time } = headOf(unsigned, 3);
  expect(continueChain(from(unsigned, 3), "main", undefined)).toStrictEqual({ sequence, hash, time });
  const first = firstHead("main", undefined);
  expect(continueChain({ head: first, events: [] }, "main", undefined)).toStrictEqual(genesis);
});

test("records without a head are not continued", () => {
  check({ events: signed.events }, "no head");
  check({ events: unsigned.events }, "no head", nobody);
});

test("the record that the head names has to be there, unchanged", () => {
  const why = "does not have the record 2";
  const { head, events } = from(signed, 2);
  check({ ...(head && { head }), events: [] }, why);
  check({ ...(head && { head }), events: events.slice(1) }, why);
  check({ ...(head && { head }), events: signed.events }, why);
  const edited = { ...signed.events[1], subject: "files.put" };
  check({ ...(head && { head }), events: [edited, ...events.slice(1)] }, why);
  const other = groupOf([entry("other")], "main", headOf(unsigned, 1), undefined).events;
  check({ ...from(unsigned, 2), events: other }, why, nobody);
});

test("a head is taken only if the key of this server signed it", () => {
  const end = from(signed, 3);
  const { keyId, signature, ...bare } = headOf(signed, 3);
  check(end, "give the key", nobody);
  check({ ...end, head: bare }, "begun without a key");
  check({ ...end, head: unknown.sign(bare, "head") }, "neither `key` nor among");
  check({ ...end, head: signer.sign(bare, "end") }, "its head was changed");
  const { time: _time, ...untimed } = bare;
  check({ ...end, head: { ...untimed, keyId: keyId ?? "", signature: signature ?? "" } }, "was changed");
  const hostile = { ...headOf(signed, 3), keyId: "\u001b[2J" };
  expect(() => continueChain({ ...end, head: hostile }, "main", signer)).toThrow(/^[ -~]+$/);
});

test("records after the head have to fit", () => {
  const why = "after 1 do not fit together";
  const at = (change: (events: readonly JsonObject[]) => readonly unknown[]): ChainEnd => ({
    head: headOf(unsigned, 1),
    events: change(unsigned.events),
  });
  check(
    at((events) => events.toSpliced(1, 1)),
    why,
    nobody,
  );
  check(
    at((events) => events.with(1, { ...events[1], subject: "files.put" })),
    why,
    nobody,
  );
  check(
    at(([first]) => [first, "no event"]),
    why,
    nobody,
  );
  const other = (last: ChainState) => groupOf([entry("other")], "main", last, undefined).events;
  const { hash } = headOf(unsigned, 1);
  check(
    at(([first]) => [first, ...other({ sequence: 1, hash: "another" })]),
    why,
    nobody,
  );
  check(
    at(([first]) => [first, ...other({ sequence: 2, hash })]),
    why,
    nobody,
  );
});

test("the last record after the head has to be signed, by a known key", () => {
  const between = written(signer, false);
  check({ head: headOf(between, 1), events: between.events }, "its last record is not signed");
  const appended = (by: HeadSigner) =>
    groupOf([entry("4")], "main", { ...headOf(signed, 3), keyId: signer.keyId }, by).events;
  const end = from(signed, 3);
  const [honest] = appended(signer);
  expect(continueChain({ ...end, events: [...end.events, honest] }, "main", signer).sequence).toBe(4);
  const posing: HeadSigner = {
    ...signer,
    sign: (head, as) => ({ ...unknown.sign({ ...head, keyId: signer.keyId }, as), keyId: signer.keyId }),
  };
  check({ ...end, events: [...end.events, ...appended(posing)] }, "its last record is not signed");
});

test("a record by another key needs one that introduces it", () => {
  const end = from(signed, 3);
  const byUnknown = groupOf([entry("4")], "main", { ...headOf(signed, 3), keyId: unknown.keyId }, unknown);
  check(
    { ...end, events: [...end.events, ...byUnknown.events] },
    "signed by a key that no record introduces",
  );
});

test("a change of keys after the head is followed to a key that this server has, and no other", () => {
  const begun = written(headSigner({ key: former.key }));
  const changed = groupOf([entry("4")], "main", headOf(begun, 3), rotated);
  const end: ChainEnd = { head: headOf(begun, 3), events: [...begun.events.slice(2), ...changed.events] };
  expect(continueChain(end, "main", rotated)).toMatchObject({ sequence: 5, keyId: signer.keyId });
  const onlyIntroduced: ChainEnd = { ...end, events: end.events.slice(0, 2) };
  expect(continueChain(onlyIntroduced, "main", rotated)).toMatchObject({ sequence: 4, keyId: signer.keyId });
  const early = headSigner({ key: former.key });
  check(onlyIntroduced, "if another process has changed the key, restart this one", early);
});

test("a head from outside has to name a record that is there", () => {
  const meets =
    (known: AuditHead, kept: unknown, by: HeadSigner | typeof nobody = signer) =>
    () =>
      missingOfKnown(known, kept, "/heads.json", keysOf(by));
  expect(meets(headOf(signed, 2), signed.events[1])()).toBeUndefined();
  expect(meets(firstHead("main", signer), undefined)()).toBeUndefined();
  expect(meets(headOf(unsigned, 2), unsigned.events[1], nobody)()).toBeUndefined();
  for (const kept of [undefined, signed.events[0], { ...signed.events[1], subject: "files.put" }])
    expect(meets(headOf(signed, 2), kept)()).toContain("record 2 that /heads.json names");
  expect(meets(headOf(signed, 2), signed.events[1], nobody)).toThrow("give the key");
  expect(meets(headOf(signed, 2), signed.events[1], unknown)).toThrow("neither `key` nor among");
  expect(meets({ ...headOf(signed, 2), sequence: 0 }, undefined)).toThrow("its head was changed");
});

test("what a record's signature says is read from the record, and from nothing else", () => {
  const [event = {}] = signed.events;
  const { keyid, signature, ...bare } = event;
  expect(groupEnd(event)).toEqual({
    writer: "main",
    sequence: 1,
    hash: unsignedHash(event),
    time: event["time"],
    keyId: keyid,
    signature,
  });
  expect(groupEnd({ ...event, keyid: 1, signature: 2 })).not.toHaveProperty("keyId");
  expect(groupEnd({ ...event, keyid: 1, signature: 2 })).not.toHaveProperty("signature");
  expect(groupEnd(bare)).toEqual({ ...groupEnd(event), keyId: undefined, signature: undefined });
  expect(groupEnd("text")).toBeUndefined();
  expect(groupEnd({ ...event, source: "elsewhere" })).toBeUndefined();
  expect(groupEnd({ ...event, data: { text: "\ud800" } })).toBeUndefined();
});

test("a change of keys counts only whole, and signed by the former key", () => {
  const begun = written(headSigner({ key: former.key }));
  const [change = {}] = JSON.parse(
    JSON.stringify(groupOf([], "main", headOf(begun, 3), rotated).events),
  ) as JsonObject[];
  const formerId = String(change["keyid"]);
  const after = (event: JsonObject, before?: string) => {
    const record = readEvent(event);
    if (!record) throw new Error("no record");
    return keyAfter(event, record, before);
  };
  const introduced = { by: formerId };
  expect(after(change, formerId)).toMatchObject({ keyId: signer.keyId, introduced });
  expect(after(change)).toMatchObject({ keyId: signer.keyId, introduced });
  expect(after(change, signer.keyId)).toBeUndefined();
  const { keyid: _keyid, ...unnamed } = change;
  expect(after(unnamed)).toBeUndefined();
  const data = change["data"] as JsonObject;
  const wrong = [
    undefined,
    "text",
    {},
    { id: formerId, publicKey: "AAAA" },
    { ...(data["nextKey"] as JsonObject), id: formerId },
  ];
  for (const name of ["formerKey", "nextKey"])
    for (const value of wrong) {
      const { [name]: _was, ...rest } = data;
      const made = { ...rest, ...(value !== undefined && { [name]: value }) } as JsonObject;
      expect(after({ ...change, data: made })).toBeUndefined();
    }
  expect(after({ ...change, time: "2020-01-01T00:00:00.000Z" })).toBeUndefined();
  // Signed by the former key, with an id that is not that of the key it introduces.
  const { keyid: _id, signature: _signature, ...bare } = change;
  const lying = {
    ...bare,
    data: { ...data, nextKey: { ...(data["nextKey"] as JsonObject), id: formerId } } as JsonObject,
  };
  for (const [event, isChange] of [
    [bare, true],
    [lying, false],
  ] as const) {
    const end = groupEnd(event);
    const { signature = "" } = (end && headSigner({ key: former.key }).sign(end, "end")) ?? {};
    expect(after({ ...event, keyid: formerId, signature }) !== undefined).toBe(isChange);
  }
});
