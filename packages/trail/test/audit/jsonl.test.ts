import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open as openFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { jsonlAudit, type JsonlAuditOptions } from "../../src/trail/jsonl-audit.ts";
import { eventOf } from "./chained.ts";
import { genesis } from "../../src/trail/chain-entry.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { linesBackwards, wholeLines } from "../../src/trail/json-lines.ts";
import { verifyAudit, type VerifyOptions } from "../../src/trail/verify-audit.ts";
import { entry, newKeys, recordsOf, temporaryFolder, write } from "./trails.ts";

const keys = newKeys();
const signing = { key: keys.key };
let file = "";
let headFile = "";
beforeEach(() => {
  file = join(temporaryFolder(), "audit.jsonl");
  headFile = `${file}.head.json`;
});

const open = (more: Partial<JsonlAuditOptions> = {}) => jsonlAudit({ file, onOutage: () => {}, ...more });
const lines = (): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1);

async function check(expected: object, options?: VerifyOptions): Promise<void> {
  expect(await verifyAudit(await readJsonlAudit(file), options)).toMatchObject(expected);
}

test("a file that ends inside a record, after a crash, is continued after its last whole one", async () => {
  await write(await open(), "1");
  appendFileSync(file, '{"specversion":"1.0","id":"torn');
  await check({ ok: true, records: 1 });
  await write(await open(), "2");
  await check({ ok: true, records: 2 });
});

test("a file that somebody else wrote to is not written to any more", async () => {
  const audit = await open();
  await audit.append(entry("1"));
  appendFileSync(file, "{}\n");
  await expect(audit.append(entry("2"))).rejects.toThrow("another process");
  await audit.close();
  expect(lines()).toHaveLength(2);
});

test("a line that was overwritten with garbage is unreadable, not skipped", async () => {
  await write(await open(), "1", "2");
  const [first = "", second] = lines();
  writeFileSync(file, `${"x".repeat(first.length)}\n${second}\n`);
  await check({ ok: false, problem: "unreadable", index: 0 });
});

test("a head is kept from the very beginning, so that one that is missing was removed", async () => {
  await write(await open({ signing }));
  expect(JSON.parse(readFileSync(headFile, "utf8"))).toMatchObject([{ writer: "main", sequence: 0 }]);
  await check({ ok: true, records: 0, writers: [{ signature: "valid" }] }, { keys: [keys.publicKey] });
});

/** The newest records became durable, and the process died before their head did. */
async function loseHead(sign: boolean): Promise<void> {
  const options = sign ? { signing } : {};
  await write(await open(options), "1");
  const old = readFileSync(headFile);
  await write(await open(options), "2", "3");
  writeFileSync(headFile, old);
}

test.each([true, false])(
  "records newer than the head, after a crash, are counted and gone on with (signed: %s)",
  async (sign) => {
    await loseHead(sign);
    await check(
      { ok: true, records: 3, writers: [{ uncovered: 2 }] },
      sign ? { keys: [keys.publicKey] } : {},
    );
    await write(await open(sign ? { signing } : {}), "4");
    await check({ ok: true, records: 4, writers: [{ uncovered: 0 }] });
  },
);

test("records newer than the head that are not signed are somebody else's, and are not signed later", async () => {
  await loseHead(true);
  const [first = ""] = lines();
  const one = readEvent(JSON.parse(first)) ?? genesis;
  const two = eventOf(entry("2"), "main", one);
  const three = eventOf(entry("3"), "main", { sequence: 2, hash: two.hash });
  writeFileSync(file, `${[first, JSON.stringify(two), JSON.stringify(three)].join("\n")}\n`);
  await check({ ok: false, problem: "appended", sequence: 1 });
  await check({ ok: false, problem: "appended", sequence: 1 }, { keys: [keys.publicKey] });
  await write(await open({ signing }), "2");
  expect((await recordsOf(await readJsonlAudit(file))).map(({ callId }) => callId)).toEqual(["1", "2"]);
  await check({ ok: true, records: 2 }, { keys: [keys.publicKey] });
});

test("a group that was torn by a crash is dropped, for nobody was told that it is durable", async () => {
  await write(await open({ signing }), "1");
  const old = readFileSync(headFile);
  const audit = await open({ signing });
  await audit.append(entry("2"));
  await Promise.all(["3", "4"].map((id) => audit.append(entry(id)))); // together
  await audit.close();
  writeFileSync(file, `${lines().slice(0, 3).join("\n")}\n`);
  writeFileSync(headFile, old);
  await check({ ok: false, problem: "appended" });
  await write(await open({ signing }), "5");
  expect((await recordsOf(await readJsonlAudit(file))).map(({ callId }) => callId)).toEqual(["1", "2", "5"]);
  await check({ ok: true, records: 3 }, { keys: [keys.publicKey] });
});

test("a trail whose tail was cut is not gone on with", async () => {
  await write(await open({ signing }), "1", "2", "3");
  const [, , third = ""] = lines();
  truncateSync(file, statSync(file).size - third.length - 1);
  await check({ ok: false, problem: "cut", writer: "main", sequence: 3 }, { keys: [keys.publicKey] });
  await expect(open({ signing })).rejects.toThrow("does not have the record 3");
  expect(lines()).toHaveLength(2);
});

test("a head that cannot be kept refuses what comes after it, until it can", async () => {
  const audit = await open();
  rmSync(headFile);
  mkdirSync(headFile); // no file can be put in the place of a folder
  await audit.append(entry("1"));
  await expect
    .poll(() =>
      audit.append(entry("2")).then(
        () => "kept",
        () => "refused",
      ),
    )
    .toBe("refused");
  const kept = lines().length;
  rmdirSync(headFile);
  await audit.append(entry("3"));
  await audit.close();
  expect(lines()).toHaveLength(kept + 1);
  await check({ ok: true, records: kept + 1, writers: [{ uncovered: 0 }] });
});

async function openTelling() {
  const told: string[] = [];
  const audit = await open({ onOutage: (line) => void told.push(line) });
  onTestFinished(() => audit.close().catch(() => {}));
  await audit.append(entry("1"));
  return { audit, told };
}

test("a folder that is moved away refuses records until it is back, and its operator is told once each", async () => {
  const { audit, told } = await openTelling();
  const folder = dirname(file);
  renameSync(folder, `${folder}.away`);
  try {
    for (const id of ["2", "3"]) await expect(audit.append(entry(id))).rejects.toThrow("was removed");
  } finally {
    renameSync(`${folder}.away`, folder);
  }
  expect(told).toEqual([
    expect.stringMatching(
      /^since 20\S+Z the audit trail in \S+ cannot be used \(\S+ was removed while it was in use\); calls that need it are refused until it can; move the file back, or restart the server/,
    ),
  ]);
  let appended = 1;
  await expect.poll(async () => (await audit.append(entry(`later-${++appended}`))) ?? told.length).toBe(2);
  expect(told.at(-1)).toMatch(/^the audit trail in \S+ can be used again, after \d+\.\d s/);
  await audit.close();
  await check({ ok: true, records: appended });
});

test("a file that another one, or a folder, took the place of is not written to any more", async () => {
  const { audit, told } = await openTelling();
  const away = `${file}.away`;
  renameSync(file, away);
  writeFileSync(file, "");
  await expect(audit.append(entry("2"))).rejects.toThrow("was replaced by another one");
  rmSync(file);
  mkdirSync(file);
  await expect(audit.append(entry("3"))).rejects.toThrow("was replaced by another one");
  rmdirSync(file);
  renameSync(away, file);
  await audit.append(entry("4"));
  expect(told).toHaveLength(1);
  await audit.close();
  await check({ ok: true, records: 2 });
});

test("the operator is told what to do about a file that somebody else wrote to", async () => {
  const { audit, told } = await openTelling();
  appendFileSync(file, "{}\n");
  await expect(audit.append(entry("2"))).rejects.toThrow("another process");
  expect(told).toEqual([
    expect.stringMatching(
      /another process has changed the audit file\).*give each process a file of its own/,
    ),
  ]);
});

test("a head file that cannot be read is not overwritten", async () => {
  await write(await open(), "1");
  writeFileSync(headFile, "[{");
  await expect(open()).rejects.toThrow("is not a list of heads");
  await check({ ok: false, problem: "head_unreadable" });
  expect(readFileSync(headFile, "utf8")).toBe("[{");
});

test("several writers have their heads in one file", async () => {
  await write(await open({ writer: "a", signing }), "1");
  await write(await open({ writer: "b" }), "2", "3");
  await write(await open({ writer: "a", signing }), "4");
  await check({
    ok: true,
    writers: [
      { writer: "a", sequence: 2 },
      { writer: "b", sequence: 2 },
    ],
  });
  await check({ ok: false, problem: "head_unsigned", writer: "b" }, { keys: [keys.publicKey] });
});

test("only the end of a long file is read when it is opened", async () => {
  await write(await open(), "1");
  const last = readFileSync(file);
  // A sparse terabyte at the start of the file: reading from the beginning would never end.
  const handle = await openFile(file, "r+");
  await handle.truncate(0);
  await handle.write(Buffer.from("\n"), 0, 1, 2 ** 40);
  await handle.write(last, 0, last.length, 2 ** 40 + 1);
  await handle.close();
  const audit = await open();
  await audit.append(entry("2"));
  await audit.close();
  expect(statSync(file).size).toBeGreaterThan(2 ** 40 + 1 + last.length);
});

test.each([0, 1, 2, 65_535, 65_536, 65_537, 200_000])(
  "lines of %i characters are found from the end",
  async (length) => {
    const texts = ["first", "ü".repeat(length), "", "x".repeat(length), "last"];
    writeFileSync(file, `${texts.join("\n")}\nunfinished`);
    const handle = await openFile(file, "r");
    const size = await wholeLines(handle, statSync(file).size);
    const found: string[] = [];
    for await (const { text, start } of linesBackwards(handle, size)) {
      found.unshift(text);
      const bytes = Buffer.alloc(Buffer.byteLength(text));
      await handle.read(bytes, 0, bytes.length, start);
      expect(bytes.toString()).toBe(text);
    }
    await handle.close();
    expect(found).toEqual(texts);
  },
);
