// What a call costs in the trail, and what is read back of records that say each fact once.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { AuditEntry, AuditSink } from "../../../server/src/api/ports.ts";
import { fingerprint } from "../../../server/src/canonical/fingerprint.ts";
import { jsonlFile } from "./jsonl-file.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { newKeys, recordsOf, temporaryFolder } from "./trails.ts";

const keys = newKeys();
const signing = { key: keys.key };
const principal = { id: "anna@example.com", kind: "agent" } as const;
const input = { limit: 3, order: "newest", text: "x" };
const maxBytes = 1100;
/** An export says of each event what a database has in columns. */
const maxExportedBytes = 1200;

const read = (callId: string): readonly AuditEntry[] => {
  const time = "2026-01-01T00:00:00.000Z";
  const shared = { callId, time, principal, tool: "customers.find", event: "customer.found" };
  const intent = {
    kind: "intent",
    contractHash: "c".repeat(64),
    caller: "0123456789abcdef",
    fingerprint: fingerprint(input),
    input,
  } as const;
  return [
    { ...shared, ...intent },
    { ...shared, kind: "outcome", outcome: "completed" },
  ];
};

async function recordReads(sink: AuditSink, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    for (const entry of read(`00000000-0000-4000-8000-${String(i).padStart(12, "0")}`))
      await sink.append(entry);
}

/** Bytes of a SQLite file after its log was written back. */
function bytesOf(file: string): number {
  const database = new DatabaseSync(file);
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
  return statSync(file).size;
}

test("a plain read takes at most 1,100 bytes of a signed SQLite file", async () => {
  const file = join(temporaryFolder(), "audit.db");
  const [few, many] = [100, 1100];
  const sizes: number[] = [];
  const sink = sqliteAudit({ file, signing });
  for (const count of [few, many - few]) {
    await recordReads(sink, count);
    sizes.push(bytesOf(file));
  }
  await sink.close();
  const [before = 0, after = 0] = sizes;
  expect((after - before) / (many - few)).toBeLessThanOrEqual(maxBytes);
});

test("a plain read takes at most 1,200 bytes of a JSON lines file, also with a signature for each group", async () => {
  const file = join(temporaryFolder(), "audit.jsonl");
  const sink = jsonlFile({ file, signing });
  const sizes: number[] = [];
  for (const id of ["8262ba5e-637c-4745-9f86-5512cfa6e516", "55f5a36a-909b-47c8-967b-d23ec2476de5"]) {
    await Promise.all(read(id).map((entry) => sink.append(entry)));
    sizes.push(statSync(file).size);
  }
  await sink.close();
  const [first = 0, both = 0] = sizes;
  expect(both - first).toBeLessThanOrEqual(maxExportedBytes);
});

test("what an event says outside of its data is read back", async () => {
  const file = join(temporaryFolder(), "audit.jsonl");
  const sink = jsonlFile({ file });
  const time = "2026-01-01T00:00:00.000Z";
  const shared = { callId: "a.intent.event.7", time, tool: "emails.send", event: "email.sent" };
  const entries: readonly AuditEntry[] = [
    { ...shared, kind: "intent", input, fingerprint: fingerprint(input) },
    { ...shared, kind: "intent", input: { text: "redacted" } },
    { ...shared, kind: "precheck", input, fingerprint: fingerprint(input), outcome: "refused" },
    { ...shared, kind: "event", number: 12 },
    { ...shared, kind: "approval", fingerprint: "0f" },
    { ...shared, kind: "outcome", outcome: "completed", replayed: true },
    { ...shared, kind: "settlement", outcome: "failed", failure: "timeout" },
    { callId: "b", kind: "intent", time, tool: "no.such" },
  ];
  for (const entry of entries) await sink.append(entry);
  await sink.close();
  const kept = await recordsOf(await readJsonlAudit(file));
  expect(kept.map(({ writer: _w, sequence: _s, previousHash: _p, hash: _h, ...entry }) => entry)).toEqual(
    entries,
  );
  expect(readFileSync(file, "utf8")).not.toContain(fingerprint(input));
});

test("a database signs the last record of a segment: the first of a day, and every thousandth", async () => {
  const file = join(temporaryFolder(), "audit.db");
  const sink = sqliteAudit({ file, signing });
  const entry = (day: number): AuditEntry => {
    const time = `2026-01-0${day}T00:00:00.000Z`;
    return { callId: "a", kind: "intent", time, tool: "files.get", event: "file.read" };
  };
  for (const day of [1, 1, 2, 2]) await sink.append(entry(day));
  await sink.close();
  const again = sqliteAudit({ file, signing });
  for (let i = 4; i < 1001; i++) await again.append(entry(2));
  await again.close();
  const trail = await readSqliteAudit(file);
  const signed: number[] = [];
  let sequence = 0;
  for await (const event of trail.events()) {
    sequence += 1;
    if (Object.hasOwn(event as object, "signature")) signed.push(sequence);
  }
  expect(await verifyAudit(trail, { keys: [keys.publicKey] })).toMatchObject({ ok: true, records: 1001 });
  await trail.close();
  expect(signed).toEqual([1, 3, 1000]);
});
