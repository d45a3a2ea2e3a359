import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startCluster } from "@proviso/postgres";
import { Client } from "pg";
import type { AuditSink, Store } from "../../../server/src/api/ports.ts";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";

/** Makes the database fail in one way for a random time. Resolves when it works again. */
export type Fault = (random: () => number) => Promise<void>;

export interface FailingDatabase {
  readonly store: Store;
  readonly audit: AuditSink;
  readonly faults: Readonly<Record<string, Fault>>;
  read(): Promise<AuditTrail>;
  close(): Promise<void>;
}

type Open = (onOutage: (line: string) => void) => Promise<FailingDatabase>;

const keeper = new URL("../../../server/test/stores/fixtures/lock-keeper.ts", import.meta.url).pathname;

export const failingSqlite: Open = async (onOutage) => {
  const folder = mkdtempSync(join(tmpdir(), "proviso-faults-"));
  const file = join(folder, "proviso.sqlite");
  const away = async (random: () => number, meanwhile: () => void): Promise<void> => {
    renameSync(file, `${file}.away`);
    meanwhile();
    await setTimeout(200 + random() * 1500);
    renameSync(`${file}.away`, file);
  };
  return {
    store: sqliteStore({ file, onOutage }),
    audit: sqliteAudit({ file, onOutage }),
    read: () => readSqliteAudit(file),
    close: async () => rmSync(folder, { recursive: true, force: true }),
    faults: {
      "file removed": (random) => away(random, () => {}),
      "file replaced by an older copy": (random) => away(random, () => copyFileSync(`${file}.away`, file)),
      "lock held by another process": (random) => keepLocked(file, 200 + random() * 7000),
    },
  };
};

async function keepLocked(file: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [keeper, file], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), exited]);
  await setTimeout(ms);
  child.stdin.end();
  await exited;
}

export const failingPostgres: Open = async (onOutage) => {
  const cluster = await startCluster();
  const connectionString = await cluster.createDatabase();
  const tell = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString, options: "-c default_transaction_read_only=off" });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const database = new URL(connectionString).pathname.slice(1);
  const breakConnections = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'proviso'`;
  return {
    store: await postgresStore({ connectionString, onOutage }),
    audit: await postgresAudit({ connectionString, onOutage }),
    read: () => readPostgresAudit({ connectionString }),
    close: () => cluster.remove(),
    faults: {
      "connections broken": () => tell(breakConnections),
      async "database stopped"(random) {
        await cluster.stop();
        await setTimeout(random() * 3000);
        await cluster.start();
      },
      async "database hangs"(random) {
        cluster.hang();
        await setTimeout(random() * 6000);
        cluster.goOn();
      },
      async "database read-only"(random) {
        await tell(`alter database ${database} set default_transaction_read_only = on`);
        await tell(breakConnections);
        await setTimeout(random() * 5000);
        await tell(`alter database ${database} reset default_transaction_read_only`);
        await tell(breakConnections);
      },
    },
  };
};
