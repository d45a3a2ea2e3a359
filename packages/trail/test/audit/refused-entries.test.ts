// Entries that cannot be recorded: each fails alone, and no operator is told of an outage.
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { startCluster, type Cluster } from "@proviso/postgres";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { groupedAudit } from "../../src/trail/grouped-audit.ts";
import { memoryAudit } from "./memory-trail.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { entry, temporaryFolder } from "./trails.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

type Open = (onOutage: (line: string) => void) => Promise<AuditSink>;

/** Sinks whose database refuses the records of `refused.intent`, as a trigger of the operator may. */
const databases: Readonly<Record<string, Open>> = {
  async sqlite(onOutage) {
    const file = join(temporaryFolder(), "audit.db");
    const audit = sqliteAudit({ file, onOutage });
    const database = new DatabaseSync(file);
    database.exec(`create trigger refusing before insert on proviso_audit
      when new.record like '%refused.intent%' begin select raise(abort, 'not this one'); end`);
    database.close();
    return audit;
  },
  async postgres(onOutage) {
    const connectionString = await (await (cluster ??= startCluster())).createDatabase();
    const audit = await postgresAudit({ connectionString, onOutage, answerWithinMs });
    const client = new Client(connectionString);
    await client.connect();
    await client.query("alter table proviso_audit add check (record not like '%refused.intent%')");
    await client.end();
    return audit;
  },
};

const sinks: Readonly<Record<string, Open>> = {
  memory: async () => memoryAudit(),
  ...databases,
};

async function check(open: Open, bad: string, why: string): Promise<void> {
  const told: string[] = [];
  const audit = await open((line) => void told.push(line));
  const ids = ["a", "b", bad, "c", bad, "d", "e"];
  const ends = await Promise.allSettled(ids.map((id) => audit.append(entry(id))));
  expect(ends.map(({ status }) => status)).toEqual(ids.map((id) => (id === bad ? "rejected" : "fulfilled")));
  const [refused] = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as Error] : []));
  expect(refused).toMatchObject({ name: "EntryRefused", message: "this entry cannot be recorded" });
  expect(String(refused?.cause)).toContain(why);
  await audit.close();
  expect(told).toEqual([]);
}

test.each(Object.entries(sinks))("an entry that JSON cannot hold fails alone: %s", (_name, open) =>
  check(open, "half a pair: \ud800", "surrogate"),
);

test.each(Object.entries(databases))("an entry that the database refuses fails alone: %s", (name, open) =>
  check(open, "refused", name === "sqlite" ? "not this one" : "check constraint"),
);

test("while the resource is out of order a group is not tried again", async () => {
  let writes = 0;
  const audit = groupedAudit("main", {
    write() {
      writes++;
      return Promise.reject(new Error("disk full"));
    },
    refuses: () => false,
    close: async () => {},
  });
  const ends = await Promise.allSettled(["a", "b", "c"].map((id) => audit.append(entry(id))));
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(writes).toBe(1);
});

test("a group ends before it is too long to be written in one go", async () => {
  const groups: number[] = [];
  const audit = groupedAudit("main", {
    write: async (entries) => void groups.push(entries.length),
    close: async () => {},
  });
  const long = { input: { text: "x".repeat(1024 * 1024) } };
  const huge = { input: { text: "x".repeat(5 * 1024 * 1024) } };
  await Promise.all([long, long, long, long, huge, {}, {}].map((more) => audit.append(entry("a", more))));
  expect(groups).toEqual([3, 1, 1, 2]);
  groups.length = 0;
  await Promise.all(Array.from({ length: 2500 }, () => audit.append(entry("a"))));
  expect(groups).toEqual([1000, 1000, 500]);
});
