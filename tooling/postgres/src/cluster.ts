import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Client } from "pg";
import { findPostgres, type Postgres } from "./find-postgres.ts";
import { postgresProcess, type PostgresProcess } from "./postgres-process.ts";

/** A private PostgreSQL: its own folder, one socket in it, no port. */
export interface Cluster extends PostgresProcess {
  /** A new, empty database; returns its connection string. */
  createDatabase(): Promise<string>;
  /** Restarts this one, and starts another that receives all changes by streaming replication. */
  addStandby(): Promise<Standby>;
  remove(): Promise<void>;
}

/** A PostgreSQL that follows another and takes reads alone, until it is promoted. */
export interface Standby extends PostgresProcess {
  /** The connection string of a database of the primary, here. */
  urlOf(connectionString: string): string;
  promote(): Promise<void>;
  remove(): Promise<void>;
}

export interface ClusterOptions {
  /** Folders with PostgreSQL's programs, of which the first usable one is taken. */
  readonly programs?: readonly string[];
  /** Whether commits wait for the disk, as in production. Defaults to false. */
  readonly fsync?: boolean;
}

/** Makes and starts a cluster. Throws if none can be started. */
export async function startCluster({ programs, fsync = false }: ClusterOptions = {}): Promise<Cluster> {
  const { home, removeHome } = makeHome();
  const postgres = findPostgres(home, programs);
  const { user } = postgres;
  const data = join(home, "data");
  if (user) chownSync(home, user.uid, user.gid);
  fillData(postgres, data);
  const server = postgresProcess(postgres, home, fsync);
  let databases = 0;
  await server.start();
  return {
    ...server,
    async createDatabase() {
      const name = `test_${++databases}`;
      await query(urlOf("postgres", home), `create database ${name}`);
      return urlOf(name, home);
    },
    async addStandby() {
      await server.stop();
      const standby = copyAsStandby(postgres, home);
      await server.start();
      await standby.start();
      return standby;
    },
    async remove() {
      await server.stop();
      removeHome();
    },
  };
}

/** Fills the data folder of a new cluster. `initdb` takes seconds, so a run of tests keeps what it made first, and copies it. */
function fillData({ folder, user }: Postgres, data: string): void {
  // Made by `own-temp-folder.ts`.
  const kept = join(tmpdir(), ".clusters");
  const [complete] = globSync(join(kept, "complete-*"));
  if (complete !== undefined) return copy(complete, data);
  const initialise = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(folder, "initdb"), initialise, { ...user, cwd: "/", stdio: "pipe" });
  if (!existsSync(kept)) return;
  copy(data, join(kept, `copying-${process.pid}`));
  renameSync(join(kept, `copying-${process.pid}`), join(kept, `complete-${process.pid}`));
}

function copy(from: string, to: string): void {
  execFileSync("cp", ["-Rp", from, to]);
}

/** A copy of a stopped cluster that follows it once both have started. */
function copyAsStandby(postgres: Postgres, primaryHome: string): Standby {
  const { home, removeHome } = makeHome();
  const data = join(home, "data");
  const { user } = postgres;
  if (user) chownSync(home, user.uid, user.gid);
  copy(join(primaryHome, "data"), data);
  const signal = join(data, "standby.signal");
  writeFileSync(signal, "");
  if (user) chownSync(signal, user.uid, user.gid);
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${primaryHome} user=postgres application_name=standby'\n`,
  );
  const server = postgresProcess(postgres, home);
  return {
    ...server,
    urlOf: (connectionString) => urlOf(new URL(connectionString).pathname.slice(1), home),
    promote: () => query(urlOf("postgres", home), "select pg_promote()"),
    async remove() {
      await server.stop();
      removeHome();
    },
  };
}

/** A folder for data and socket. */
function makeHome(): { readonly home: string; removeHome(): void } {
  // Not below TMPDIR, which may be private to root or too long for a socket.
  const home = mkdtempSync("/tmp/proviso-pg-");
  // The run fails if a cluster is left behind, through this link.
  const noted = join(tmpdir(), basename(home));
  if (noted !== home) symlinkSync(home, noted);
  chmodSync(home, 0o755);
  return {
    home,
    removeHome() {
      rmSync(home, { recursive: true, force: true });
      rmSync(noted, { force: true });
    },
  };
}

function urlOf(database: string, home: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(home)}`;
}

async function query(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
