// A trail in a JSON lines file, when a server opens it again.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type * as Files from "node:fs/promises";
import { open as openFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { eventOf } from "./chained.ts";
import { genesis } from "../../src/trail/chain-entry.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { jsonlAudit, type JsonlAuditOptions } from "../../src/trail/jsonl-audit.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { entry, newKeys, temporaryFolder, timesOpen, write } from "./trails.ts";

const [keys, later] = [newKeys(), newKeys()];
const signing = { key: keys.key };
let file = "";
beforeEach(() => {
  file = join(temporaryFolder(), "audit.jsonl");
});

const open = (more: Partial<JsonlAuditOptions> = {}) => jsonlAudit({ file, onOutage: () => {}, ...more });
const lines = (): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1);

/** The trail is not gone on with for this reason, and stays as it is, so that it can be examined. */
async function check(options: Partial<JsonlAuditOptions>, why: string): Promise<void> {
  const before = readFileSync(file, "utf8");
  await expect(open(options)).rejects.toThrow(why);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(timesOpen(file)).toBe(0);
}

/** Adds a record that nobody signs after the last one. */
function appendUnsigned(): void {
  const last = readEvent(JSON.parse(lines().at(-1) ?? "")) ?? genesis;
  appendFileSync(file, `${JSON.stringify(eventOf(entry("own"), "main", last))}\n`);
}

test("a new key is introduced when the trail is opened, not only with the next call", async () => {
  await write(await open({ signing }), "1");
  await write(await open({ signing: { key: later.key, formerKeys: [keys.key] } }));
  const trail = await readJsonlAudit(file);
  expect(await verifyAudit(trail, { keys: [later.publicKey] })).toMatchObject({ ok: true, records: 2 });
});

test("a last line that is no record is not gone on from, and not removed", async () => {
  for (const options of [{}, { signing }]) {
    file = join(temporaryFolder(), "audit.jsonl");
    await write(await open(options), "1", "2");
    const [first = ""] = lines();
    writeFileSync(file, `${first}\ngarbage\n`);
    await check(options, "does not have the record 2");
  }
});

test("a signed trail whose heads were removed is not begun anew", async () => {
  await write(await open({ signing }), "1");
  writeFileSync(`${file}.head.json`, "[]");
  await check({ signing }, "it has records and no head");
});

test("records without a signature are dropped only where all are signed, and only after the head", async () => {
  await write(await open(), "1");
  appendUnsigned();
  await check({ signing }, "it was begun without a key");
  file = join(temporaryFolder(), "audit.jsonl");
  await write(await open({ signing }), "1");
  appendUnsigned();
  await check({}, "its head is signed: give the key");
  const [first = ""] = lines();
  const { signature: _signature, ...unsigned } = JSON.parse(first) as Record<string, unknown>;
  writeFileSync(file, `${JSON.stringify(unsigned)}\n`);
  await check({ signing }, "does not have the record 1");
});

test("a record that the disk does not take leaves nothing behind, and the next one is written", async () => {
  const audit = await open();
  await audit.append(entry("1"));
  const handle = await openFile(file, "r");
  const handles = Object.getPrototypeOf(handle) as Files.FileHandle;
  await handle.close();
  const full = vi.spyOn(handles, "datasync").mockRejectedValueOnce(new Error("no space left on device"));
  await expect(audit.append(entry("2"))).rejects.toThrow("no space left");
  full.mockRestore();
  expect(lines()).toHaveLength(1);
  await audit.append(entry("3"));
  await audit.close();
  expect(lines()).toHaveLength(2);
  expect(await verifyAudit(await readJsonlAudit(file))).toMatchObject({ ok: true, records: 2 });
});

test("records that are written together are a line each", async () => {
  const audit = await open({ signing });
  await Promise.all(["1", "2", "3"].map((id) => audit.append(entry(id))));
  await audit.close();
  const trail = await readJsonlAudit(file);
  expect(await verifyAudit(trail, { keys: [keys.publicKey] })).toMatchObject({ ok: true, records: 3 });
});

test("a trail that is closed has its file closed", async () => {
  const audit = await open();
  expect(timesOpen(file)).toBe(1);
  await audit.close();
  expect(timesOpen(file)).toBe(0);
  expect(timesOpen(`${file}.head.json`)).toBe(0);
  expect(existsSync(file)).toBe(true);
});
