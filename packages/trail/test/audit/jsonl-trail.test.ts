// Reading a JSON lines trail: an exported one.
import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { open as openFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import type { ChainOptions } from "../../src/trail/chained-audit.ts";
import { genesis } from "../../src/trail/chain-entry.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { linesBackwards, wholeLines } from "../../src/trail/json-lines.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { verifyAudit, type VerifyOptions } from "../../src/trail/verify-audit.ts";
import { eventOf } from "./chained.ts";
import { jsonlFile } from "./jsonl-file.ts";
import { entry, newKeys, temporaryFolder, write } from "./trails.ts";

const keys = newKeys();
const signing = { key: keys.key };
let file = "";
let headFile = "";
beforeEach(() => {
  file = join(temporaryFolder(), "audit.jsonl");
  headFile = `${file}.head.json`;
});

const open = (more: ChainOptions = {}) => jsonlFile({ file, ...more });
const lines = (): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1);

async function check(expected: object, options?: VerifyOptions): Promise<void> {
  expect(await verifyAudit(await readJsonlAudit(file), options)).toMatchObject(expected);
}

test("a file that ends inside a record, after a crash, is verified to its last whole one", async () => {
  await write(open(), "1");
  appendFileSync(file, '{"specversion":"1.0","id":"torn');
  await check({ ok: true, records: 1 });
});

test("a line that was overwritten with garbage is unreadable, not skipped", async () => {
  await write(open(), "1", "2");
  const [first = "", second] = lines();
  writeFileSync(file, `${"x".repeat(first.length)}\n${second}\n`);
  await check({ ok: false, problem: "unreadable", index: 0 });
});

test("a trail without records has a signed head", async () => {
  await write(open({ signing }));
  await check({ ok: true, records: 0, writers: [{ signature: "valid" }] }, { keys: [keys.publicKey] });
});

/** The newest records became durable, and the process died before their head did. */
async function loseHead(sign: boolean): Promise<void> {
  const options = sign ? { signing } : {};
  await write(open(options), "1");
  const old = readFileSync(headFile);
  await write(open(options), "2", "3");
  writeFileSync(headFile, old);
}

test.each([true, false])("records newer than the head are counted (signed: %s)", async (sign) => {
  await loseHead(sign);
  await check({ ok: true, records: 3, writers: [{ uncovered: 2 }] }, sign ? { keys: [keys.publicKey] } : {});
});

test("records newer than the head that are not signed are somebody else's", async () => {
  await loseHead(true);
  const [first = ""] = lines();
  const one = readEvent(JSON.parse(first)) ?? genesis;
  const two = eventOf(entry("2"), "main", one);
  const three = eventOf(entry("3"), "main", { sequence: 2, hash: two.hash });
  writeFileSync(file, `${[first, JSON.stringify(two), JSON.stringify(three)].join("\n")}\n`);
  await check({ ok: false, problem: "appended", sequence: 1 });
  await check({ ok: false, problem: "appended", sequence: 1 }, { keys: [keys.publicKey] });
});

test("a group that was torn by a crash ends without a signature", async () => {
  await write(open({ signing }), "1");
  const old = readFileSync(headFile);
  const audit = open({ signing });
  await audit.append(entry("2"));
  await Promise.all(["3", "4"].map((id) => audit.append(entry(id)))); // together
  await audit.close();
  writeFileSync(file, `${lines().slice(0, 3).join("\n")}\n`);
  writeFileSync(headFile, old);
  await check({ ok: false, problem: "appended" });
});

test("a trail whose tail was cut is broken", async () => {
  await write(open({ signing }), "1", "2", "3");
  const [, , third = ""] = lines();
  truncateSync(file, statSync(file).size - third.length - 1);
  await check({ ok: false, problem: "cut", writer: "main", sequence: 3 }, { keys: [keys.publicKey] });
});

test("a head file that cannot be read is a break", async () => {
  await write(open(), "1");
  writeFileSync(headFile, "[{");
  await check({ ok: false, problem: "head_unreadable" });
});

test("several writers have their heads in one file", async () => {
  await write(open({ writer: "a", signing }), "1");
  await write(open({ writer: "b" }), "2", "3");
  await write(open({ writer: "a", signing }), "4");
  await check({
    ok: true,
    writers: [
      { writer: "a", sequence: 2 },
      { writer: "b", sequence: 2 },
    ],
  });
  await check({ ok: false, problem: "head_unsigned", writer: "b" }, { keys: [keys.publicKey] });
});

test.each([0, 1, 2, 65_535, 65_536, 65_537, 200_000])(
  "lines of %i characters are found from the end",
  async (length) => {
    const texts = ["first", "ü".repeat(length), "", "x".repeat(length), "last"];
    writeFileSync(file, `${texts.join("\n")}\nunfinished`);
    const handle = await openFile(file, "r");
    const size = await wholeLines(handle, statSync(file).size);
    const found = await Readable.from(linesBackwards(handle, size)).toArray();
    await handle.close();
    expect(found.toReversed()).toEqual(texts);
  },
);
