// Which records prove a call, and what cannot be proved.
import { expect, test } from "vitest";
import { genesis, linkHash, type ChainState } from "../../src/trail/chain-entry.ts";
import { groupOf } from "./chained.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { collectEvidence, NoEvidence, type EvidenceRun } from "../../src/trail/collect-evidence.ts";
import { headSigner, type AuditHead } from "../../src/trail/head.ts";
import { chain, prune, trailOf, type Chain } from "./chains.ts";
import { entry, newKeys } from "./trails.ts";

const keys = newKeys();

/** A chain whose heads are written with its records: within a day only the head is signed. `heads` has one for each record. */
function written(writer: string, ids: readonly string[], isSigned = true) {
  const signer = isSigned ? headSigner({ key: keys.key }) : undefined;
  const heads: AuditHead[] = [];
  const events: unknown[] = [];
  let last: ChainState = { ...genesis, time: "2026-01-01T00:00:00.000Z" };
  for (const id of ids) {
    const group = groupOf([entry(id)], writer, last, signer, false);
    events.push(...(JSON.parse(JSON.stringify(group.events)) as unknown[]));
    last = group.head;
    heads.push(group.head);
  }
  const head = heads.at(-1);
  if (!head) throw new Error("no records");
  return { writer, events, head, heads };
}

const collect = (chains: readonly Chain[], id: string, heads?: readonly unknown[]) =>
  collectEvidence(trailOf(chains, heads), ({ callId }) => callId === id);

/** The call's records by their ids, and `-` for those of others. */
const shown = (runs: readonly EvidenceRun[]): readonly string[] =>
  runs.map(({ links, anchor }) => {
    const ids = links.map((link) => (typeof link === "string" ? "-" : (readEvent(link)?.callId ?? "?")));
    return `${ids.join(" ")} ${anchor.as} ${anchor.writer} ${anchor.sequence}`;
  });

test("a call is proved by its records and the digests of the others up to the head of its writer", async () => {
  const [main, other] = [written("main", ["1", "2", "3", "2", "4"]), written("other", ["5", "2"])];
  expect(shown(await collect([other, main], "2"))).toEqual(["2 head other 2", "2 - 2 - head main 5"]);
  expect(await collect([main, other], "9")).toEqual([]);
});

test("a record that is signed itself ends the proof, and the next one begins another", async () => {
  const main = chain("main", keys, keys, keys);
  expect(shown(await collect([main], "1"))).toEqual(["1 end main 2"]);
  const again = await collectEvidence(trailOf([main]), ({ callId }) => callId !== "0");
  expect(shown(again)).toEqual(["1 end main 2", "2 end main 3"]);
});

test("of another call's record that is signed, the proof has the digest that was signed", async () => {
  const group = groupOf([entry("1"), entry("2")], "main", genesis, headSigner({ key: keys.key }));
  const main = { writer: "main", ...group };
  const runs = await collect([main], "1");
  expect(shown(runs)).toEqual(["1 - end main 2"]);
  const [{ links: [first, digest], anchor } = { links: [], anchor: undefined }] = runs;
  expect(linkHash(readEvent(first)?.hash ?? "", String(digest))).toBe(anchor?.hash);
});

test("what is no record or no head is passed over", async () => {
  const main = written("main", ["1", "2", "3"]);
  const pruned = prune(main, 1, keys, keys);
  const damaged = { ...pruned, events: [...pruned.events, "damaged", null] };
  expect(shown(await collect([damaged], "2", ["damaged", main.head]))).toEqual(["2 - head main 3"]);
});

test("records that are newer than the head are left out of the proof, unless they are what is to be proved", async () => {
  const main = written("main", ["1", "2", "3", "4"]);
  const [first, second] = main.heads;
  expect(shown(await collect([main], "1", [second]))).toEqual(["1 - head main 2"]);
  expect(shown(await collect([main], "1", [first]))).toEqual(["1 head main 1"]);
  for (const [id, head] of [
    ["2", first],
    ["3", second],
    ["4", second],
  ] as const)
    await expect(collect([main], id, [head])).rejects.toThrow("no head covers the records yet");
});

test("a call is not proved while one of its records is newer than the head", async () => {
  const main = written("main", ["1", "2", "1"]);
  await expect(collect([main], "1", [main.heads[1]])).rejects.toThrow("no head covers the records yet");
});

test("a head of more records than there are covers nothing", async () => {
  const main = written("main", ["1", "2", "3"]);
  const cut = { ...main, events: main.events.slice(0, 2) };
  await expect(collect([cut], "1")).rejects.toThrow("no head covers the records yet");
});

test("a trail that nobody has signed proves nothing", async () => {
  const main = written("main", ["1"], false);
  const error: unknown = await collect([main], "1").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoEvidence);
  expect(error).toMatchObject({ name: "NoEvidence", message: expect.stringContaining("is not signed") });
  await expect(collect([main], "1", [])).rejects.toThrow("is not signed");
});

test("records that are missing, exchanged or changed prove nothing", async () => {
  const main = written("main", ["1", "2", "3"]);
  const [one, two, three] = main.events;
  const changed = { ...(two as object), time: "2027-01-01T00:00:00.000Z" };
  for (const events of [
    [one, three],
    [one, three, two],
    [one, changed, three],
  ])
    await expect(collect([{ ...main, events }], "1")).rejects.toThrow("the trail is broken");
});
