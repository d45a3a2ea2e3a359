import { expect, test } from "vitest";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { genesis, type ChainState } from "../../src/trail/chain-entry.ts";
import { groupOf } from "./chained.ts";
import { checkSignature, headKeys, headSigner, type AuditHead } from "../../src/trail/head.ts";
import { marksOf, planPruning, type PruningRules } from "../../src/trail/plan-pruning.ts";
import { prunedEvent, readPruned, type PrunedMark } from "../../src/trail/pruned-mark.ts";
import { closesSegment } from "../../src/trail/segment.ts";
import { entry, newKeys } from "./trails.ts";

const [former, current] = [newKeys(), newKeys()];
const day = (number: number, hour = "00:00:00"): string =>
  `2020-01-${String(number).padStart(2, "0")}T${hour}.000Z`;

interface Written {
  readonly events: readonly unknown[];
  readonly links: readonly ChainState[];
  readonly head: AuditHead;
}

/** One record at each of these times. */
function written(
  times: readonly string[],
  { writer = "main", signer = headSigner({ key: former.key }), last = genesis as ChainState } = {},
): Written {
  const links: ChainState[] = [];
  const events = times.flatMap((time, index) => {
    const group = groupOf([entry(`c-${index}`, { time })], writer, last, signer);
    last = { sequence: group.head.sequence, hash: group.head.hash, time, keyId: group.head.keyId ?? "" };
    links.push(last);
    return group.events;
  });
  const { keyId: _keyId, ...end } = last;
  return { events, links, head: signer.sign({ writer, ...end }, "head") };
}

function trailOf(events: readonly unknown[], heads: readonly unknown[], pinned?: readonly unknown[]) {
  const trail: AuditTrail = {
    headsLag: false,
    heads: async () => heads,
    events: () => events,
    newest: async () => events,
    close: async () => {},
  };
  return pinned ? { ...trail, pinned } : trail;
}

const days = [1, 2, 3, 4, 5, 6].map((number) => day(number));
const six = written(days);
const linkAt = (sequence: number): ChainState => six.links[sequence - 1] ?? genesis;
const headAt = (sequence: number): AuditHead => ({ writer: "main", ...linkAt(sequence) });
const plan = (rules: Partial<PruningRules>, trail = trailOf(six.events, [six.head])) =>
  planPruning(trail, { before: new Date(day(20)), ...rules });

test("the beginning of a chain may go, up to the first record that is not older", async () => {
  expect(await plan({ before: new Date(day(4)) })).toEqual([
    { writer: "main", records: 3, from: day(1), to: day(3), after: 0, ends: [1, 2, 3].map(linkAt) },
  ]);
  const [planned] = await plan({ before: new Date(Date.parse(day(4)) + 1) });
  expect(planned).toMatchObject({ records: 4, to: day(4) });
  expect(await plan({ before: new Date(day(1)) })).toEqual([]);
});

test("a record after a newer one stays, so that the rest has no gap", async () => {
  const { events, head } = written([day(1), day(9), day(2), day(12)]);
  expect(await plan({ before: new Date(day(5)) }, trailOf(events, [head]))).toMatchObject([{ records: 1 }]);
});

test("the newest record stays, and what is within an hour of it", async () => {
  expect(await plan({})).toMatchObject([{ records: 5 }]);
  const times = [day(1), day(1, "10:00:00"), day(1, "10:00:01"), day(1, "11:00:00")];
  const { events, head } = written(times);
  expect(await plan({}, trailOf(events, [head]))).toMatchObject([{ records: 1, to: day(1) }]);
  // A clock that went back.
  const back = written([day(1), day(2), day(1)]);
  expect(await plan({}, trailOf(back.events, [back.head]))).toEqual([]);
});

test("the record that a head outside names stays, and what is within an hour of it", async () => {
  const trail = trailOf(six.events, [six.head], [headAt(3)]);
  expect(await plan({}, trail)).toMatchObject([{ records: 2, to: day(2) }]);
  expect(await plan({}, trailOf(six.events, [headAt(3)], [six.head]))).toMatchObject([{ records: 2 }]);
});

test("of a writer without a readable head nothing goes", async () => {
  expect(await plan({}, trailOf(six.events, []))).toEqual([]);
  expect(await plan({}, trailOf(six.events, [{ writer: "main" }, undefined]))).toEqual([]);
  const { time: _time, ...untimed } = six.head;
  expect(await plan({}, trailOf(six.events, [untimed]))).toEqual([]);
  expect(await plan({}, trailOf(six.events, [{ ...six.head, writer: "other" }]))).toEqual([]);
});

test("writers are planned each for itself, and what is no record is passed over", async () => {
  const other = written([day(1), day(5), day(7)], { writer: "other" });
  const mixed = six.events.flatMap((event, index) => [other.events[index] ?? "no JSON", event]);
  const trail = trailOf(mixed, [six.head, other.head]);
  expect(await plan({ before: new Date(day(5)) }, trail)).toMatchObject([
    { writer: "other", records: 1 },
    { writer: "main", records: 4 },
  ]);
});

test("only what an export has reached goes, and nothing of a writer that it does not have", async () => {
  expect(await plan({ exported: [headAt(2)] })).toMatchObject([{ records: 2 }]);
  expect(await plan({ exported: [headAt(6)] })).toMatchObject([{ records: 5 }]);
  expect(await plan({ exported: [] })).toEqual([]);
  expect(await plan({ exported: [{ ...headAt(2), writer: "other" }] })).toEqual([]);
});

test("an export of another trail is refused", async () => {
  const refused = (exported: AuditHead, trail?: AuditTrail) =>
    expect(plan({ before: new Date(day(2)), exported: [exported] }, trail)).rejects.toThrow("another trail");
  await refused({ ...headAt(4), hash: "another" });
  await refused({ ...headAt(6), sequence: 7 });
  const mark: PrunedMark = { ...headAt(2), before: day(3), at: day(9) };
  const pruned = trailOf([prunedEvent(mark), ...six.events.slice(2)], [six.head]);
  await refused({ ...headAt(2), hash: "another" }, pruned);
  expect(await plan({ exported: [headAt(2)] }, pruned)).toEqual([]);
});

test("what was removed before is not counted again, and segments are those of what is left", async () => {
  const mark: PrunedMark = { ...headAt(2), before: day(3), at: day(9), keyInForce: headAt(2).keyId ?? "" };
  const pruned = trailOf([prunedEvent(mark), ...six.events.slice(2)], [six.head]);
  expect(await plan({ before: new Date(day(5)) }, pruned)).toEqual([
    { writer: "main", records: 2, from: day(3), to: day(4), after: 2, ends: [3, 4].map(linkAt) },
  ]);
  expect(await plan({ before: new Date(day(3)) }, pruned)).toEqual([]);
});

test("a segment ends with its day, and with its thousandth record", async () => {
  const times = [day(1), day(1, "01:00:00"), day(2), day(2, "01:00:00"), day(2, "02:00:00"), day(9)];
  const { events, head, links } = written(times);
  const [planned] = await plan({}, trailOf(events, [head]));
  expect(planned?.ends).toEqual([links[1], links[4]]);
  const time = day(1);
  expect(closesSegment({ sequence: 998, time }, { sequence: 999, time })).toBe(false);
  expect(closesSegment({ sequence: 999, time }, { sequence: 1000, time })).toBe(true);
  expect(closesSegment({ sequence: 1000, time }, { sequence: 1001, time })).toBe(false);
  expect(closesSegment({ sequence: 1, time: day(1, "23:59:59") }, { sequence: 2, time: day(2) })).toBe(true);
  expect(closesSegment({ sequence: 1, time }, { sequence: 2, time: day(1, "23:59:59") })).toBe(false);
  expect(closesSegment({ sequence: 0 }, { sequence: 1, time })).toBe(true);
});

test("the thousandth record after a pruning ends a segment, and the ones after it do not", async () => {
  const last = { ...linkAt(1), sequence: 996 };
  const mark: PrunedMark = { writer: "main", ...last, before: day(1), at: day(9) };
  const times = [day(2), day(3), ...Array.from({ length: 5 }, () => day(4)), day(9)];
  const { events, head } = written(times, { last });
  const [planned] = await plan({ before: new Date(day(9)) }, trailOf([prunedEvent(mark), ...events], [head]));
  const ends = planned?.ends.map(({ sequence }) => sequence);
  for (const number of [997, 998, 1000, 1003]) expect(ends).toContain(number);
  for (const number of [1001, 1002]) expect(ends).not.toContain(number);
});

test("after a pruning the key of its mark is in force until a record is signed", async () => {
  const signer = headSigner({ key: former.key });
  const group = groupOf(
    [7, 8, 9].map((number) => entry(`${number}`, { time: day(number) })),
    "main",
    { ...linkAt(6), keyId: signer.keyId },
    signer,
  );
  const { head: newest } = written([day(20)], { last: group.head });
  const ends = async (mark: PrunedMark) =>
    (await plan({ before: new Date(day(9)) }, trailOf([prunedEvent(mark), ...group.events], [newest])))[0]
      ?.ends;
  const { keyId: _keyId, ...bare } = headAt(6);
  const mark: PrunedMark = { ...bare, before: day(6), at: day(9) };
  const byOther = { ...mark, keyInForce: signer.keyId, keyId: headSigner({ key: current.key }).keyId };
  expect((await ends(byOther))?.map(({ keyId }) => keyId)).toEqual([signer.keyId, signer.keyId]);
  // A mark that names no key in force: whoever made it had the key of the trail.
  const earlier = await ends({ ...mark, keyId: signer.keyId });
  expect(earlier?.map(({ keyId }) => keyId)).toEqual([signer.keyId, signer.keyId]);
  expect((await ends(mark))?.map((end) => "keyId" in end)).toEqual([false, false]);
});

test("an end says which key was in force: also the one that its record introduced", async () => {
  const rotated = headSigner({ key: current.key, formerKeys: [former.key] });
  const changed = groupOf([entry("changed", { time: day(7) })], "main", linkAt(6), rotated);
  const last = { ...changed.head, time: day(7) };
  const later = written([day(8), day(9), day(10)], { signer: headSigner({ key: current.key }), last });
  const events = [...six.events, ...changed.events, ...later.events];
  const before = new Date(new Date(changed.events[0]?.time ?? "").getTime() + 40 * 86_400_000);
  const newest = { ...later.head, time: before.toISOString() };
  const [planned] = await planPruning(trailOf(events, [newest]), { before });
  const { keyId } = headSigner({ key: former.key });
  const inForce = (count: number, id: string) => Array.from({ length: count }, () => id);
  expect(planned?.ends.map((end) => end.keyId)).toEqual([...inForce(6, keyId), ...inForce(4, rotated.keyId)]);
  expect(planned?.records).toBe(10);
});

test("a chain that nobody signs is planned without keys", async () => {
  const groups = [1, 2, 3].reduce<{ events: readonly unknown[]; last: AuditHead }>(
    ({ events, last }, number) => {
      const group = groupOf([entry(`${number}`, { time: day(number) })], "main", last, undefined);
      return { events: [...events, ...group.events], last: group.head };
    },
    { events: [], last: { writer: "main", ...genesis } },
  );
  const [planned] = await plan({}, trailOf(groups.events, [groups.last]));
  expect(planned?.ends.map((end) => Object.keys(end).toSorted())).toEqual([
    ["hash", "sequence", "time"],
    ["hash", "sequence", "time"],
  ]);
  if (!planned) throw new Error("nothing is planned");
  const [mark] = marksOf(planned, { before: new Date(day(3)), at: new Date(day(4)), signer: undefined });
  expect(mark).toStrictEqual({
    writer: "main",
    sequence: 1,
    hash: planned.ends[0]?.hash,
    time: day(1),
    before: day(3),
    at: day(4),
  });
});

test("marks are signed as such, and read back as they were written", async () => {
  const [planned] = await plan({ before: new Date(day(3)) });
  if (!planned) throw new Error("nothing is planned");
  const signer = headSigner({ key: current.key });
  const marks = marksOf(planned, { before: new Date(day(3)), at: new Date(day(9)), signer });
  const keys = headKeys([current.publicKey]);
  expect(marks.map((mark) => checkSignature(mark, keys, "pruned"))).toEqual(["valid", "valid"]);
  expect(marks).toMatchObject([
    { sequence: 1, keyInForce: headSigner({ key: former.key }).keyId, keyId: signer.keyId },
    { sequence: 2, before: day(3), at: day(9), time: day(2) },
  ]);
  expect(marks.map((mark) => readPruned(JSON.parse(JSON.stringify(prunedEvent(mark)))))).toEqual(marks);
});

test("a mark has its place and its writer in its event, as CloudEvents asks", () => {
  const mark: PrunedMark = { ...headAt(2), writer: "a b", before: day(3), at: day(9) };
  expect(prunedEvent(mark)).toEqual({
    data: mark,
    id: "a%20b.2.pruned",
    source: "urn:proviso:audit:a%20b",
    specversion: "1.0",
    time: day(9),
    type: "proviso.audit.pruned",
  });
});

const whole: PrunedMark = { ...headAt(2), before: day(3), at: day(9) };
const noMarks: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  text: "proviso.audit.pruned",
  "an event of another type": { ...prunedEvent(whole), type: "proviso.audit" },
  "a record": { ...prunedEvent(whole), sequence: "0000000000000002" },
  "an event without data": { ...prunedEvent(whole), data: undefined },
  "a mark of nothing": prunedEvent({ ...whole, sequence: 0 }),
  "a mark without a writer": { ...prunedEvent(whole), data: { ...whole, writer: 1 } },
  "a mark without a limit": { ...prunedEvent(whole), data: { ...whole, before: undefined } },
  "a mark without a time": { ...prunedEvent(whole), data: { ...whole, at: 5 } },
};
test.each(Object.entries(noMarks))("%s is no mark", (_name, event) => {
  expect(readPruned(event)).toBeUndefined();
});

test("a mark's key that is no text is left out", () => {
  const event = { ...prunedEvent(whole), data: { ...whole, keyInForce: 5 } };
  expect(readPruned(event)).toEqual(whole);
});
