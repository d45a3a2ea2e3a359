import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Postgres } from "./find-postgres.ts";

/** A PostgreSQL server that is started and stopped over and over on one data folder. */
export interface PostgresProcess {
  start(): Promise<void>;
  /** As an administrator does: every connection breaks, and a standby gets what it has not got yet. */
  stop(): Promise<void>;
  /** As a crash does: nothing more is written or sent. */
  crash(): Promise<void>;
  /** Suspends all its processes until `goOn`. */
  hang(): void;
  goOn(): void;
}

const settings = ["listen_addresses=", "max_connections=200"];

/** Its socket is in `home`, which holds the data folder. */
export function postgresProcess(
  { folder, user }: Postgres,
  home: string,
  fsync: boolean = false,
): PostgresProcess {
  let server: ChildProcess | undefined;

  function signalAll(signal: "SIGSTOP" | "SIGCONT"): void {
    const { pid } = server ?? {};
    if (pid === undefined) return;
    // First the one that would start others.
    signalOne(pid, signal);
    for (const child of childrenOf(pid)) signalOne(child, signal);
  }

  async function end(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    signalAll("SIGCONT");
    const stopping = server;
    server = undefined;
    if (!stopping || stopping.exitCode !== null) return;
    const exited = once(stopping, "exit");
    stopping.kill(signal);
    await exited;
  }

  process.once("exit", () => server?.kill("SIGQUIT"));
  return {
    async start() {
      const flags = [
        "-D",
        join(home, "data"),
        "-k",
        home,
        ...[...settings, `fsync=${fsync ? "on" : "off"}`].flatMap((setting) => ["-c", setting]),
      ];
      const started = spawn(join(folder, "postgres"), flags, {
        ...user,
        cwd: "/",
        stdio: ["ignore", "ignore", "pipe"],
      });
      server = started;
      await isReady(started);
    },
    stop: () => end("SIGINT"),
    crash: () => end("SIGQUIT"),
    hang: () => signalAll("SIGSTOP"),
    goOn: () => signalAll("SIGCONT"),
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
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}
