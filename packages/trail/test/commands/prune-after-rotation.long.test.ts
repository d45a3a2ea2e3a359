// Pruning before and after the key of a trail changes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AuditSink } from "@proviso/server";
import { sqliteAudit, type AuditSigning } from "../../src/index.ts";
import { postgresAudit } from "../../src/postgres.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { audit, succeed } from "./run-audit.ts";
import { entry, newKeys, temporaryFolder, type Keys } from "./trails.ts";

const [former, current] = [newKeys(), newKeys()];
const rotated: AuditSigning = { key: current.key, formerKeys: [former.key] };

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => void vi.useRealTimers());

const fileOf = (name: string, { key, publicKey }: Keys): readonly [open: string, secret: string] => {
  const [open, secret] = [join(folder, `${name}.pub`), join(folder, `${name}.key`)];
  writeFileSync(open, publicKey);
  writeFileSync(secret, key.export({ type: "pkcs8", format: "pem" }));
  return [open, secret];
};

type Open = (signing: AuditSigning, writer?: string) => Promise<AuditSink>;
const places: Readonly<Record<string, () => Promise<readonly [source: string, open: Open]>>> = {
  async sqlite() {
    const file = join(folder, "trail.db");
    return [file, async (signing, writer = "main") => sqliteAudit({ file, signing, writer })];
  },
  async postgres() {
    cluster ??= startCluster();
    const connectionString = await (await cluster).createDatabase();
    return [
      connectionString,
      (signing, writer = "main") => postgresAudit({ connectionString, signing, writer }),
    ];
  },
};

const day = (number: number): string => `2020-01-${String(number).padStart(2, "0")}T00:00:00.000Z`;

/** Days with a record each. A record that introduces a key is of the first of them. */
async function write(opening: () => Promise<AuditSink>, ...days: readonly number[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(day(days[0] ?? 1)) });
  const sink = await opening();
  for (const number of days) await sink.append(entry(`c-${number}`, { time: day(number) }));
  await sink.close();
  vi.useRealTimers();
}

const prune = (source: string, secret: string, before: number, ...more: readonly string[]) =>
  audit("prune", source, "--unexported", "--signing-key", secret, "--before", day(before), ...more);

describe.each(Object.keys(places))("in %s", (place) => {
  async function opened(): Promise<readonly [source: string, open: Open]> {
    const found = await places[place]?.();
    if (!found) throw new Error(`no ${place}`);
    return found;
  }

  test("the next pruning signs kept marks anew, and verify needs the current key alone", async () => {
    const [source, open] = await opened();
    const [[formerPublic, formerSecret], [currentPublic, currentSecret]] = [
      fileOf("former", former),
      fileOf("current", current),
    ];
    await write(() => open({ key: former.key }), 1, 2, 3, 4, 5, 6);
    const heads = join(folder, "heads.json");
    writeFileSync(heads, await succeed("head", source));
    const kept = ["--keep-anchors", "--yes"];
    expect(await prune(source, formerSecret, 4, ...kept)).toMatchObject({ code: 0 });
    await write(() => open(rotated), 8, 9);
    await write(() => open({ key: current.key }), 10, 11);
    await succeed("verify", source, "--key", currentPublic, "--key", formerPublic);
    const alone = ["verify", source, "--key", currentPublic, "--expect-head", heads];
    expect(await audit(...alone)).toMatchObject({ code: 1, out: expect.stringContaining("pruning_forged") });

    const both = [...kept, "--key", formerPublic];
    const dry = await prune(source, currentSecret, 4, "--keep-anchors", "--key", formerPublic);
    expect(dry.out).toBe(
      "marks by former keys that --yes would have signed anew: 3\nnothing is old enough to be removed",
    );
    expect(await audit(...alone)).toMatchObject({ code: 1 });
    const marks = await succeed("tail", source, "--lines", "20");
    const again = await prune(source, currentSecret, 4, ...both, "--json");
    expect(JSON.parse(again.out)).toMatchObject({ records: 0, signedAnew: 3 });
    expect(await succeed(...alone)).toContain("records 1 to 3 were pruned at");
    expect(await succeed("tail", source, "--lines", "20")).toBe(marks);
    expect((await prune(source, currentSecret, 4, ...kept, "--json")).out).toContain('"signedAnew":0');

    // The record that introduced the key goes too.
    expect(await prune(source, currentSecret, 10, ...kept)).toMatchObject({ code: 0 });
    await succeed(...alone);
    await write(() => open({ key: current.key }), 12);
    await succeed(...alone);
  });

  test("marks are signed anew together with what goes, also the record that introduced the key", async () => {
    const [source, open] = await opened();
    const [formerPublic, formerSecret] = fileOf("former", former);
    const [currentPublic, currentSecret] = fileOf("current", current);
    await write(() => open({ key: former.key }), 1, 2, 3, 4);
    await prune(source, formerSecret, 3, "--keep-anchors", "--yes");
    await write(() => open(rotated), 8, 9);
    await write(() => open({ key: current.key }), 10, 11);
    const words = ["--keep-anchors", "--yes", "--key", formerPublic];
    const { code, out } = await prune(source, currentSecret, 10, ...words);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("marks by former keys that were signed anew: 2"),
    ]);
    await succeed("verify", source, "--key", currentPublic);
    const left = await succeed("tail", source, "--lines", "20");
    expect(left.match(/records up to \d+/g)?.length).toBeGreaterThan(4);
  });

  test("a former key signs nothing any more, and removes nothing", async () => {
    const [source, open] = await opened();
    const [formerPublic, formerSecret] = fileOf("former", former);
    const [, strange] = fileOf("strange", newKeys());
    const [currentPublic, currentSecret] = fileOf("current", current);
    await write(() => open({ key: former.key }), 1, 2, 3);
    const early = await prune(source, currentSecret, 3, "--yes", "--key", formerPublic);
    expect(early).toMatchObject({ code: 2, err: expect.stringContaining("once its server has started") });
    await write(() => open(rotated), 8, 9);
    const before = await succeed("export", source);
    for (const secret of [formerSecret, strange]) {
      const ran = await prune(source, secret, 3, "--yes", "--key", currentPublic);
      expect(ran).toMatchObject({ code: 2, err: expect.stringMatching(/no chain is signed by the key/) });
    }
    expect(await succeed("export", source)).toBe(before);
  });
});

test("a former key that an idle writer still has is not taken, and its marks are signed anew", async () => {
  const [source, open] = (await places["sqlite"]?.()) ?? [];
  if (!source || !open) throw new Error("no trail");
  const [formerPublic, formerSecret] = fileOf("former", former);
  const [currentPublic, currentSecret] = fileOf("current", current);
  await write(() => open({ key: former.key }, "idle"), 1, 2, 3, 4);
  await write(() => open({ key: former.key }), 1, 2, 3, 4);
  await prune(source, formerSecret, 3, "--yes", "--keep-anchors");
  await write(() => open(rotated), 8, 9);
  expect(await prune(source, formerSecret, 4, "--yes", "--key", currentPublic)).toMatchObject({ code: 2 });
  const { out } = await prune(source, currentSecret, 4, "--yes", "--keep-anchors", "--key", formerPublic);
  expect(out).toContain("marks by former keys that were signed anew: 4");
  await succeed("verify", source, "--key", currentPublic, "--key", formerPublic);
  await write(() => open(rotated, "idle"), 10);
  await succeed("verify", source, "--key", currentPublic);
});
