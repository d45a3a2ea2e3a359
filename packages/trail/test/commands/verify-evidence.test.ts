// The independent verifier, on proofs that are signed here: each is right but for one thing.
import { createHash, createPublicKey, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import { expect, test, vi } from "vitest";
import { newKeys, temporaryFolder } from "./trails.ts";

const [keys, stranger] = [newKeys(), newKeys()];
const verifier = join(import.meta.dirname, "../../verify-evidence.mjs");

interface Checked {
  readonly records: readonly { readonly id: string }[];
  readonly intent: { readonly id: string };
}
const { checkEvidence, main } = (await import(verifier)) as {
  readonly checkEvidence: (proof: unknown, publicKeys: readonly string[]) => Checked;
  readonly main: (words: readonly string[]) => number;
};

const sha256 = (text: string, encoding: "base64url" | "hex" = "base64url") =>
  createHash("sha256").update(text).digest(encoding);
const digestOf = (content: JsonObject) => sha256(canonicalJson(content));
const keyId = createHash("sha256")
  .update(createPublicKey(keys.publicKey).export({ type: "spki", format: "der" }))
  .digest("hex")
  .slice(0, 32);

type Item = JsonObject;
interface Run {
  readonly links: readonly (Item | string)[];
  readonly anchor: Item;
}

/** A record without its place in the chain. */
function record(sequence: number, id: string, data: JsonObject = {}, more: JsonObject = {}): Item {
  return {
    data,
    id,
    sequence: String(sequence).padStart(16, "0"),
    source: "urn:proviso:audit:a%20b",
    time: "2026-01-01T00:00:00.000Z",
    type: "note.created",
    ...more,
  };
}

/** Chains records and digests of others, and signs the end. `changed` is what the signer says otherwise. */
function runOf(items: readonly (Item | string)[], as: string, sequence: number, changed: object = {}): Run {
  const statement = (hash: string) => ({ writer: "a b", sequence, hash, keyId, ...changed });
  const signed = (hash: string) =>
    sign(null, Buffer.from(`proviso.audit.${as}.1\0${canonicalJson(statement(hash))}`), keys.key).toString(
      "base64url",
    );
  let end = "0".repeat(64);
  let covered = end;
  const links = items.map((item, index) => {
    const previoushash = end;
    if (typeof item === "string") return (covered = end = sha256(`${previoushash} ${item}`)) && item;
    covered = sha256(`${previoushash} ${digestOf(item)}`);
    const isEnd = as === "end" && index === items.length - 1;
    const kept = isEnd ? { ...item, keyid: keyId, signature: signed(covered) } : item;
    end = sha256(`${previoushash} ${digestOf(kept)}`);
    return { ...kept, previoushash, hash: end };
  });
  return { links, anchor: { as, ...statement(covered), signature: signed(covered) } };
}

const intent = record(7, "c.1.intent", { request: "r", input: { list: ["a", 1, null, { b: true, a: [] }] } });
const outcome = record(9, "c.1.outcome", { request: "r" });
const others = digestOf({ of: "others" });
const toHead = runOf([intent, others, outcome], "head", 9);

const proofOf = (runs: readonly unknown[], more: object = {}) => ({
  format: "proviso-evidence-1",
  call: "c.1",
  runs,
  ...more,
});
const idsIn = (proof: unknown, ...publicKeys: readonly string[]) => {
  const checked = checkEvidence(proof, publicKeys.length > 0 ? publicKeys : [keys.publicKey]);
  return [checked.intent.id, ...checked.records.map(({ id }) => id)];
};

test("records up to a signed head, or a signed record, are proved", () => {
  expect(idsIn(proofOf([toHead]))).toEqual(["c.1.intent", "c.1.intent", "c.1.outcome"]);
  expect(idsIn(proofOf([runOf([intent, others, outcome], "end", 9)]))).toHaveLength(3);
  expect(idsIn(proofOf([toHead]), stranger.publicKey, keys.publicKey)).toHaveLength(3);
});

const part = (sequence: number, kind: string, number: number, more: JsonObject = {}) =>
  record(sequence, `c.1.${kind}`, { part: number, ...more });

test("a record that was replaced by its digest is counted, and nothing is proved", () => {
  const [one, two, three, four] = [
    part(1, "intent", 1),
    part(2, "approval", 2),
    part(3, "event.1", 3),
    part(4, "outcome", 4, { parts: 4 }),
  ] as const;
  const check = (...items: readonly (Item | string)[]) => idsIn(proofOf([runOf(items, "head", 4)]));
  expect(check(one, two, three, four)).toHaveLength(5);
  expect(() => check(one, digestOf(two), three, four)).toThrow("1 of the 4 records of the call are hidden");
  expect(() => check(one, digestOf(two), digestOf(three), four)).toThrow("2 of the 4 records");
  expect(() => check(one, two, three, digestOf(four))).toThrow("no outcome of the call");
});

test("a settlement tells how many records there are where there is no outcome, or a later one", () => {
  const settled = part(3, "settlement", 3, { parts: 3 });
  const check = (...items: readonly (Item | string)[]) => idsIn(proofOf([runOf(items, "head", 3)]));
  const ended = part(2, "outcome", 2, { parts: 2 });
  expect(check(part(1, "intent", 1), ended, settled)).toHaveLength(4);
  expect(() => check(part(1, "intent", 1), digestOf(ended), settled)).toThrow("1 of the 3 records");
});

test("several runs may prove one call, and what another call of the same request did", () => {
  const first = runOf([record(1, "d.intent", { request: "r" }), intent], "head", 2, {});
  expect(() => idsIn(proofOf([first]))).toThrow("another number");
  const [early, late] = [
    runOf([record(1, "d.intent", { request: "r" })], "end", 1),
    runOf([intent, others, outcome], "head", 9),
  ];
  expect(idsIn(proofOf([early, late]))).toEqual(["c.1.intent", "d.intent", "c.1.intent", "c.1.outcome"]);
});

test.each(["intent", "approval.2", "event.12", "settlement", "precheck"])(
  "a record %s of the call is one",
  (kind) => {
    const items = [record(1, "c.1.intent"), record(2, `c.1.${kind}`), record(3, "c.1.outcome")];
    expect(idsIn(proofOf([runOf(items, "head", 3)]))[2]).toBe(`c.1.${kind}`);
  },
);

test("without an intent a precheck stands for it, but not before it", () => {
  const precheck = record(1, "c.1.precheck");
  expect(idsIn(proofOf([runOf([precheck], "head", 1)]))[0]).toBe("c.1.precheck");
  expect(idsIn(proofOf([runOf([precheck, record(2, "c.1.intent")], "head", 2)]))[0]).toBe("c.1.intent");
});

const change = (run: Run, index: number, more: object): Run => ({
  ...run,
  links: run.links.with(index, { ...(run.links[index] as Item), ...more }),
});
const anchored = (more: object): Run => ({ ...toHead, anchor: { ...toHead.anchor, ...more } });
const signature = String(toHead.anchor["signature"]);
const atEnd = runOf([intent, others, outcome], "end", 9);
const lastOfEnd = atEnd.links[2] as Item;
const resealed = (more: object): Run => {
  const { hash: _hash, previoushash = "", ...content } = { ...lastOfEnd, ...more } as Item;
  const hash = sha256(`${String(previoushash)} ${digestOf(content)}`);
  return { ...atEnd, links: atEnd.links.with(2, { ...content, previoushash, hash }) };
};

const wrong: Readonly<Record<string, readonly [proof: unknown, why: string]>> = {
  "another format": [{ ...proofOf([toHead]), format: "proviso-evidence-2" }, "no proof that"],
  "a part that nobody checks": [proofOf([toHead], { note: "trust me" }), "`note`"],
  "a run with such a part": [proofOf([{ ...toHead, note: "trust me" }]), "`note`"],
  "an anchor with such a part": [proofOf([anchored({ note: "trust me" })]), "`note`"],
  "no run": [proofOf([]), "no intent"],
  "a signature for pruning": [proofOf([runOf([intent], "pruned", 7)]), "no known kind"],
  "a head's signature as that of a record": [proofOf([anchored({ as: "end" })]), "signature"],
  "a key that is unknown": [proofOf([anchored({ keyId: "0".repeat(32) })]), "no public key"],
  "a signature that is none": [
    proofOf([anchored({ signature: `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}` })]),
    "signature",
  ],
  "a signature written otherwise": [proofOf([anchored({ signature: `${signature}==` })]), "signature"],
  "a later time": [proofOf([anchored({ time: "2027-01-01T00:00:00.000Z" })]), "signature"],
  "a record in another place": [proofOf([change(toHead, 2, { previoushash: others })]), "does not follow"],
  "a record of another writer": [
    proofOf([runOf([intent, record(8, "c.1.outcome", {}, { source: "urn:proviso:audit:c" })], "head", 8)]),
    "another writer",
  ],
  "records in another order": [proofOf([runOf([outcome, intent], "head", 9)]), "another number"],
  "a number that the anchor does not bear out": [
    proofOf([runOf([intent, outcome], "head", 10)]),
    "another number",
  ],
  "a changed record": [proofOf([change(toHead, 0, { type: "note.deleted" })]), "was changed"],
  "another hash": [proofOf([change(toHead, 2, { hash: others })]), "was changed"],
  "fewer records than were signed": [
    proofOf([{ ...toHead, links: toHead.links.slice(1) }]),
    "does not follow",
  ],
  "another digest after the records": [
    proofOf([
      (({ links, anchor }: Run): Run => ({ links: links.with(1, digestOf({ of: "nobody" })), anchor }))(
        runOf([intent, others], "head", 8),
      ),
    ]),
    "do not lead to the anchor",
  ],
  "another key's name in the last record": [proofOf([resealed({ keyid: "f".repeat(32) })]), "not the anchor"],
  "another signature in the last record": [proofOf([resealed({ signature: "" })]), "not the anchor"],
  "a record of another request": [
    proofOf([runOf([intent, record(8, "d.intent", { request: "s" })], "head", 8)]),
    "of another call",
  ],
  "a record of no request": [
    proofOf([runOf([record(7, "c.1.intent"), record(8, "d.intent")], "head", 8)]),
    "of another call",
  ],
  "a call whose id is as long": [
    proofOf([runOf([intent, record(8, "d.2.outcome")], "head", 8)]),
    "of another call",
  ],
  "a call whose id only begins alike": [
    proofOf([runOf([intent, record(8, "c.1.2.outcome")], "head", 8)]),
    "of another call",
  ],
  "a kind that only begins alike": [
    proofOf([runOf([intent, record(8, "c.1.event.x")], "head", 8)]),
    "of another call",
  ],
  "a kind that only ends alike": [
    proofOf([runOf([intent, record(8, "c.1.no.event")], "head", 8)]),
    "of another call",
  ],
  "a run that is given twice": [proofOf([toHead, toHead]), "given twice"],
  "a record that is in two runs": [proofOf([runOf([intent], "end", 7), toHead]), "given twice"],
  "a call without intent": [proofOf([runOf([record(1, "c.1.outcome")], "head", 1)]), "no intent"],
};
test.each(Object.entries(wrong))("%s is no proof", (_name, [proof, why]) => {
  expect(() => idsIn(proof)).toThrow(why);
});

test("the contract is the one that the intent names", () => {
  const rest = { title: "A note" };
  const restHash = createHash("sha256")
    .update(canonicalJson(rest))
    .digest()
    .subarray(0, 16)
    .toString("base64url");
  const facts = { name: "notes.create", rest: restHash };
  const contractHash = sha256(canonicalJson(facts), "hex");
  const run = runOf([record(1, "c.1.intent", { contractHash }), record(2, "c.1.outcome")], "head", 2);
  const check = (contract: object) => idsIn(proofOf([run], { contract }));
  expect(check({ facts, rest })).toHaveLength(3);
  expect(() => check({ facts: { ...facts, name: "notes.delete" }, rest })).toThrow("not that of the call");
  expect(() => check({ facts, rest: { title: "Another" } })).toThrow("texts of the contract");
  expect(() => check({ facts, rest, note: "trust me" })).toThrow("`note`");
});

/** Runs the program in this process, with the words that its user gives. */
function prove(...words: readonly string[]): { readonly code: number; readonly out: string } {
  const said: string[] = [];
  const say = (text: unknown): void => void said.push(String(text));
  const spies = [
    vi.spyOn(console, "log").mockImplementation(say),
    vi.spyOn(console, "error").mockImplementation(say),
  ];
  const code = main(words);
  for (const spy of spies) spy.mockRestore();
  return { code, out: said.join("\n") };
}

test("the program prints what is proved, and never a character that controls a terminal", () => {
  const folder = temporaryFolder();
  const [proof, key, other] = ["proof.json", "audit.pub", "other.pub"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(key, keys.publicKey);
  writeFileSync(other, stranger.publicKey);
  const data = { principal: { id: "ann\u001b[2J\u009b\n\u202e" }, outcome: "completed" };
  writeFileSync(
    proof,
    JSON.stringify(
      proofOf([
        runOf(
          [
            record(3, "c.1.intent", data, { subject: "notes.create" }),
            record(4, "c.1.outcome", { parts: 2 }),
          ],
          "head",
          4,
        ),
      ]),
    ),
  );
  const proved = prove(proof, other, key);
  const [shown = "", , last] = proved.out.split("\n");
  expect([proved.code, last]).toEqual([
    0,
    expect.stringMatching(/^PROVED.*; no record of the call is hidden$/),
  ]);
  expect(shown).toMatch(/^[ -~]+$/);
  expect(JSON.parse(shown)).toEqual({
    ...data,
    time: "2026-01-01T00:00:00.000Z",
    type: "note.created",
    tool: "notes.create",
    record: 3,
  });
  expect(prove(proof, other)).toEqual({ code: 1, out: expect.stringMatching(/^NOT PROVED: /) });
  expect(prove(join(folder, "gone.json"), key)).toMatchObject({ code: 1 });
  expect(prove(proof)).toMatchObject({ code: 2, out: expect.stringContaining("usage") });
  const hostile = JSON.stringify(proofOf([toHead], { "\u001b[2J\u009bPROVED": 1 }));
  writeFileSync(proof, hostile);
  const refused = prove(proof, key);
  expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/^[ -~]+$/)]);
});

test("an object of a proof has each name once, however it is written", () => {
  const folder = temporaryFolder();
  const [proof, key] = [join(folder, "proof.json"), join(folder, "audit.pub")];
  writeFileSync(key, keys.publicKey);
  const data = { input: { text: 'a "b": \\" c', "a:": ":", list: [":", {}] } };
  const run = runOf([record(1, "c.1.intent", data), record(2, "c.1.outcome")], "head", 2);
  const saying = (text: string) => {
    writeFileSync(proof, text);
    return prove(proof, key);
  };
  const [flat, wide] = [JSON.stringify(proofOf([run])), JSON.stringify(proofOf([run]), undefined, "\t")];
  for (const text of [flat, wide, flat.replaceAll(":{", " \n: {")])
    expect(saying(text)).toMatchObject({ code: 0 });
  const twice = { code: 1, out: "NOT PROVED: an object has a name twice" };
  for (const name of ["data", "d\\u0061ta"])
    expect(saying(flat.replace('"data":', `"${name}":{"input":{"text":"another"}},"data":`))).toEqual(twice);
  expect(saying(flat.replace('"call":', '"call" : "d.1", "call":'))).toEqual(twice);
  // A text with an escape in it hides no name that comes later.
  const lines = JSON.stringify(
    proofOf([
      runOf([record(1, "c.1.intent", { input: { text: "a\nbc" } }), record(2, "c.1.outcome")], "head", 2),
    ]),
  );
  expect(saying(lines)).toMatchObject({ code: 0 });
  expect(saying(lines.replace('"anchor":{', '"anchor":{"as":"end",'))).toEqual(twice);
});
