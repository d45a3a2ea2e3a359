import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { postgresStore } from "../../src/stores/postgres.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import type { AuditVerdict } from "../../src/trail/audit-verdict.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import type { AuditSink, Store } from "../../src/api/ports.ts";
import { startCluster } from "@proviso/postgres";
import { fixture, summary } from "../sample.ts";

export interface FaultsOptions {
  readonly database: "sqlite" | "postgres";
  /** How many faults there are, one after the other. */
  readonly rounds: number;
  readonly clients: number;
  readonly seed: number;
}

/** What was seen of the calls, each of which has a key of its own and is repeated until it is done or in doubt. */
export interface FaultsSeen {
  readonly faults: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number>>;
  readonly effects: number;
  /** Keys. */
  readonly doubled: readonly string[];
  readonly lost: readonly string[];
  /** Lines to the operator: of something that began, and of something that was over. */
  readonly began: number;
  readonly over: number;
  readonly audit: AuditVerdict;
}

type Fault = (random: () => number) => Promise<void>;

interface Bench {
  readonly store: Store;
  readonly audit: AuditSink;
  readonly faults: Readonly<Record<string, Fault>>;
  read(): Promise<AuditTrail>;
  close(): Promise<void>;
}

const keeper = new URL("../stores/fixtures/lock-keeper.ts", import.meta.url).pathname;

/** Clients that call a server while its database fails in one way after the other. */
export async function faultsUnderLoad(options: FaultsOptions): Promise<FaultsSeen> {
  const told: string[] = [];
  const onOutage = (line: string): void => void told.push(line);
  const bench = await (options.database === "sqlite" ? overSqlite(onOutage) : overPostgres(onOutage));
  try {
    return await run(bench, options, told);
  } finally {
    await bench.close();
  }
}

async function run(bench: Bench, options: FaultsOptions, told: readonly string[]): Promise<FaultsSeen> {
  const effects = new Map<string, number>();
  const { call, server } = fixture({
    clock: { now: () => new Date() },
    store: bench.store,
    audit: bench.audit,
    onFault: () => {},
    execute({ text }) {
      effects.set(String(text), (effects.get(String(text)) ?? 0) + 1);
      return { id: String(text) };
    },
  });
  const answers: Record<string, number> = {};
  const done: string[] = [];
  const random = seeded(options.seed);
  const end = new AbortController();

  /** Until the answer says what became of it. */
  async function settle(key: string): Promise<void> {
    for (;;) {
      const word = summary(await call("notes.create", { text: key }, { idempotencyKey: key }));
      answers[word] = (answers[word] ?? 0) + 1;
      if (word === "completed" || word === "replayed") done.push(key);
      if (!word.startsWith("refused") || word.endsWith("outcome_unknown")) return;
      if (end.signal.aborted && word.endsWith("in_progress")) return;
      await setTimeout(50);
    }
  }
  const clients = Array.from({ length: options.clients }, async (_, client) => {
    for (let i = 0; !end.signal.aborted; i++) await settle(`${client}-${i}`);
  });
  const faults = await inject(bench.faults, options.rounds, random);
  end.abort();
  await Promise.all(clients);
  await settle("the last one, for which all works again");
  await server.close();
  const trail = await bench.read();
  const audit = await verifyAudit(trail);
  await trail.close();
  return {
    faults,
    answers,
    effects: effects.size,
    doubled: [...effects].flatMap(([key, count]) => (count > 1 ? [key] : [])),
    lost: done.filter((key) => !effects.has(key)),
    began: told.filter((line) => line.startsWith("since")).length,
    over: told.filter((line) => line.includes("can be used again")).length,
    audit,
  };
}

/** One fault after the other, of each kind equally many. */
async function inject(
  faults: Bench["faults"],
  rounds: number,
  random: () => number,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const kinds = Object.entries(faults);
  for (let round = 0; round < rounds; round++) {
    await setTimeout(500 + random() * 1000);
    const [name, fault] = kinds[round % kinds.length] ?? [];
    if (!name || !fault) continue;
    counts[name] = (counts[name] ?? 0) + 1;
    await fault(random);
  }
  await setTimeout(3000);
  return counts;
}

async function overSqlite(onOutage: (line: string) => void): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-faults-"));
  const file = join(folder, "proviso.sqlite");
  const away = (random: () => number, meanwhile: () => void): Promise<void> => {
    renameSync(file, `${file}.away`);
    meanwhile();
    return setTimeout(200 + random() * 1500).then(() => renameSync(`${file}.away`, file));
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
}

async function keepLocked(file: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [keeper, file], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), exited]);
  await setTimeout(ms);
  child.stdin.end();
  await exited;
}

async function overPostgres(onOutage: (line: string) => void): Promise<Bench> {
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
      },
    },
  };
}

/** Mulberry32: the same faults for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
