// A JSON lines file that a server writes to while its beginning is removed.
import { lstatSync, readFileSync, statSync, symlinkSync, chmodSync } from "node:fs";
import type * as Files from "node:fs/promises";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { jsonlAudit } from "../../src/trail/jsonl-audit.ts";
import { jsonlPruner } from "../../src/trail/jsonl-pruner.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { marksOf, planPruning } from "../../src/trail/plan-pruning.ts";
import { headSigner } from "../../src/trail/head.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { entry, newKeys, temporaryFolder } from "./trails.ts";

/** What happens right before and after a file is taken away. */
const meanwhile = vi.hoisted(() => ({ before: async () => {}, after: async () => {} }));
vi.mock("node:fs/promises", async (load) => {
  const files = await load<typeof Files>();
  const rename: typeof files.rename = async (from, to) => {
    const isTrail = String(to).endsWith(".pruning");
    if (isTrail) await meanwhile.before();
    await files.rename(from, to);
    if (isTrail) await meanwhile.after();
  };
  return { ...files, rename };
});

const keys = newKeys();
const signing = { key: keys.key };
const before = new Date("2020-01-04T00:00:00.000Z");
let file = "";
beforeEach(() => {
  meanwhile.before = meanwhile.after = async () => {};
  file = join(temporaryFolder(), "audit.jsonl");
});

const at = (day: number) => entry(`c-${day}`, { time: `2020-01-0${day}T00:00:00.000Z` });

const opened = async () => jsonlAudit({ file, signing, onOutage: () => {} });

async function fill(): Promise<void> {
  const sink = await opened();
  for (const day of [1, 2, 3, 4, 5]) await sink.append(at(day));
  await sink.close();
}

async function prune(): Promise<void> {
  const trail = await readJsonlAudit(file);
  const plan = await planPruning(trail, { before });
  const signed = { before, at: new Date("2020-03-01"), signer: headSigner(signing) };
  const chains = plan.map((one) => ({ marks: marksOf(one, signed), after: one.after }));
  await jsonlPruner(file).prune(chains, false);
}

async function check(...ids: readonly string[]): Promise<void> {
  const verdict = await verifyAudit(await readJsonlAudit(file), { keys: [keys.publicKey] });
  expect(verdict).toMatchObject({ ok: true, writers: [{ pruned: { sequence: 3 } }] });
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id.replace(/\.intent$/, ""))).toEqual([
    "main.3.pruned",
    ...ids,
  ]);
}

test("a record that a server writes right before the file is taken away is kept", async () => {
  await fill();
  const sink = await opened();
  meanwhile.before = async () => sink.append(at(6));
  await prune();
  await expect(sink.append(at(7))).rejects.toThrow("replaced");
  await sink.close();
  await check("c-4", "c-5", "c-6");
  const again = await opened();
  await again.append(at(8));
  await again.close();
  await check("c-4", "c-5", "c-6", "c-8");
});

test("a record that a server begins to write before the pruning and ends after it is not taken for durable", async () => {
  await fill();
  const sink = await opened();
  const handles = await allHandles();
  const { datasync } = handles;
  let isFirst = true;
  const slow = vi.spyOn(handles, "datasync").mockImplementation(async function (this: Files.FileHandle) {
    await datasync.call(this);
    if (!isFirst) return;
    isFirst = false;
    await prune();
  });
  await expect(sink.append(at(6))).rejects.toThrow("replaced");
  slow.mockRestore();
  await sink.close();
  await check("c-4", "c-5", "c-6");
});

/** What all open files have in common. */
async function allHandles(): Promise<Files.FileHandle> {
  const handle = await open(file, "r");
  const prototype = Object.getPrototypeOf(handle) as Files.FileHandle;
  await handle.close();
  return prototype;
}

test("a link to a trail stays one, and the trail behind it is pruned", async () => {
  const target = join(temporaryFolder(), "target.jsonl");
  symlinkSync(target, file);
  await fill();
  await prune();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(target)).toEqual(readFileSync(file));
  await check("c-4", "c-5");
});

test("whoever could use the file still can", async () => {
  await fill();
  chmodSync(file, 0o666);
  await prune();
  expect(statSync(file).mode & 0o777).toBe(0o666);
  await check("c-4", "c-5");
});
