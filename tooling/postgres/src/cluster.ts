import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Client } from "pg";
import { findPostgres } from "./find-postgres.ts";

/** A private PostgreSQL: its own folder, one socket in it, no port. */
export interface Cluster {
  /** A new, empty database; returns its connection string. */
  createDatabase(): Promise<string>;
  /** Stops it like an administrator: every connection breaks. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all its processes until `goOn`. */
  hang(): void;
  goOn(): void;
  remove(): Promise<void>;
}

const settings = ["fsync=off", "listen_addresses=", "max_connections=200"];

/** Makes and starts a cluster, with the programs of the first usable folder. Throws if none can be started. */
export async function startCluster(programs?: readonly string[]): Promise<Cluster> {
  // Not below TMPDIR, which may be private to root or too long for a socket.
  const home = mkdtempSync("/tmp/proviso-pg-");
  // The run fails if a cluster is left behind, through this link.
  const noted = join(tmpdir(), basename(home));
  if (noted !== home) symlinkSync(home, noted);
  chmodSync(home, 0o755);
  const { folder, user } = findPostgres(home, programs);
  const data = join(home, "data");
  if (user) chownSync(home, user.uid, user.gid);
  const options = { ...user, cwd: "/" };
  const initialise = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(folder, "initdb"), initialise, { ...options, stdio: "pipe" });

  let server: ChildProcess | undefined;
  let databases = 0;
  const urlOf = (database: string): string =>
    `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(home)}`;

  async function start(): Promise<void> {
    const flags = ["-D", data, "-k", home, ...settings.flatMap((setting) => ["-c", setting])];
    server = spawn(join(folder, "postgres"), flags, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    await isReady(server);
  }

  function signalAll(signal: "SIGSTOP" | "SIGCONT"): void {
    const { pid } = server ?? {};
    if (pid === undefined) return;
    // First the one that would start others.
    signalOne(pid, signal);
    for (const child of childrenOf(pid)) signalOne(child, signal);
  }

  async function stop(): Promise<void> {
    signalAll("SIGCONT");
    const stopping = server;
    server = undefined;
    if (!stopping || stopping.exitCode !== null) return;
    const exited = once(stopping, "exit");
    stopping.kill("SIGINT");
    await exited;
  }

  process.once("exit", () => server?.kill("SIGQUIT"));
  await start();
  return {
    start,
    stop,
    hang: () => signalAll("SIGSTOP"),
    goOn: () => signalAll("SIGCONT"),
    async createDatabase() {
      const name = `test_${++databases}`;
      const client = new Client(urlOf("postgres"));
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    async remove() {
      await stop();
      rmSync(home, { recursive: true, force: true });
      rmSync(noted, { force: true });
    },
  };
}

/** A connection's process may end before the signal reaches it. */
function signalOne(pid: number, signal: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ESRCH") throw error;
  }
}

/** Not with `ps`, which a minimal Debian lacks. In `/proc`, the parent follows the state. */
function childrenOf(parent: number): readonly number[] {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("pgrep", ["-P", String(parent)], { encoding: "utf8" });
    return stdout.split(/\s+/).filter(Boolean).map(Number);
  }
  return globSync("/proc/[0-9]*/stat").flatMap((path) => {
    const [, pid, ppid] = /^(\d+) \(.*\) \S (\d+) /s.exec(readStat(path)) ?? [];
    return Number(ppid) === parent ? [Number(pid)] : [];
  });
}

/** Empty if the process has ended meanwhile. */
function readStat(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** PostgreSQL reports both its readiness and its failure in its log. */
function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      log = `${log}${chunk}`.slice(-4000);
      if (log.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}
