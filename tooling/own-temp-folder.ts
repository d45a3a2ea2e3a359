import { chmodSync, globSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const variables = ["TMPDIR", "TEMP", "TMP"];
const prefix = "proviso-tests-";
/** The file in a run's folder that says which process made it. */
const ownerFile = ".owner";
/** Where `makeHome` of `tooling/postgres` puts databases, with a link in the run's folder. */
const databasePrefix = "/tmp/proviso-pg-";
let folder = "";
/** Servers keep the heads of their trails in it, apart from their data. */
const stateFolder = ".state";
/** `tooling/postgres` keeps a new database in it, to copy it. */
const clustersFolder = ".clusters";
/** What a run may leave. */
const ours: readonly string[] = [ownerFile, stateFolder, clustersFolder];

/** Gives the tests their own temp folder. Other users may enter it, because a database does not run as root. */
export function setup(): void {
  removeLeftovers(tmpdir());
  folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, ownerFile), JSON.stringify(ownerOf(process.pid)));
  for (const name of variables) process.env[name] = folder;
  for (const name of [stateFolder, clustersFolder]) mkdirSync(join(folder, name));
  process.env["XDG_STATE_HOME"] = join(folder, stateFolder);
}

/** Fails the run if its tests left files or processes behind. */
export async function teardown(): Promise<void> {
  // Nothing was set up. Without this, every process with a temp folder would be taken for one of ours.
  if (folder === "") return;
  const running = await stillRunning();
  for (const { pid } of running) end(pid);
  const left = readdirSync(folder).filter((name) => !ours.includes(name));
  removeFolder(folder);
  if (running.length > 0)
    throw new Error(`the tests left processes: ${running.map(({ command }) => command).join(", ")}`);
  if (left.length > 0) throw new Error(`the tests left in the temp folder: ${left.join(", ")}`);
}

/** Removes the folders of runs that were aborted, and ends the processes that were started with them. */
function removeLeftovers(parent: string): void {
  const names = readdirSync(parent).filter((name) => name.startsWith(prefix));
  const abandoned = names.map((name) => join(parent, name)).filter(isAbandoned);
  if (abandoned.length === 0) return;
  for (const { pid } of startedWith(abandoned)) end(pid);
  for (const path of abandoned) removeFolder(path);
}

/**
 * Whether a folder is ours and the process that made it has ended. A folder that does not say who
 * made it is somebody else's, and processes of another host or container cannot be seen from here.
 */
function isAbandoned(path: string): boolean {
  const { uid } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  if (uid === undefined || uid !== (process.getuid?.() ?? uid)) return false;
  const written = read(join(path, ownerFile));
  const pid = Number(/"pid":(\d+)/.exec(written)?.[1] ?? Number.NaN);
  if (Number.isNaN(pid) || !written.includes(JSON.stringify(hostname()))) return false;
  return !isRunning(pid) || JSON.stringify(ownerOf(pid)) !== written;
}

function ownerOf(pid: number): { readonly pid: number; readonly host: string; readonly started: string } {
  return { pid, host: hostname(), started: startOf(pid) };
}

/** True for a process of another user too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code !== "ESRCH";
  }
}

/** When a process started, in ticks since the system did, so that another one with its id is not taken for it. Linux only. */
function startOf(pid: number): string {
  const afterName = read(`/proc/${pid}/stat`).split(") ").at(-1) ?? "";
  return afterName.split(" ")[19] ?? "";
}

/** With the databases that its links lead to. */
function removeFolder(path: string): void {
  for (const name of namesIn(path)) {
    const target = targetOf(join(path, name));
    if (target.startsWith(databasePrefix)) rmSync(target, { recursive: true, force: true });
  }
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}

/** Empty for a folder that another run, which started at the same moment, has removed. */
function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Empty for a link that leads nowhere. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return "";
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended meanwhile, or is another user's.
  }
}

interface Running {
  readonly pid: number;
  readonly command: string;
}

/** Processes that were started with this temp folder. An ending process gets half a minute, for a busy machine. */
async function stillRunning(): Promise<readonly Running[]> {
  for (let tries = 0; ; tries += 1) {
    const found = startedWith([folder]);
    if (found.length === 0 || tries === 300) return found;
    await setTimeout(100);
  }
}

/** The processes with one of these temp folders, or one inside of it. Only Linux reports the environment of a process. */
function startedWith(folders: readonly string[]): readonly Running[] {
  const known = new Set(folders);
  return globSync("/proc/[0-9]*").flatMap((path) => {
    const pid = Number(path.slice("/proc/".length));
    const given = /(?:^|\0)TMPDIR=([^\0]*)/.exec(read(`${path}/environ`))?.[1] ?? "";
    const isIn = known.has(given) || folders.some((each) => given.startsWith(`${each}/`));
    if (pid === process.pid || !isIn) return [];
    return [{ pid, command: read(`${path}/cmdline`).replaceAll("\0", " ") }];
  });
}

/** Empty for a process that has ended or is another user's. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
