import { chmodSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const variables = ["TMPDIR", "TEMP", "TMP"];
let folder = "";

/** Gives the tests their own temp folder. Other users may enter it, because a database does not run as root. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), "proviso-tests-"));
  chmodSync(folder, 0o755);
  for (const name of variables) process.env[name] = folder;
}

/** Fails the run if its tests left files or processes behind. */
export async function teardown(): Promise<void> {
  const running = await stillRunning();
  for (const { pid } of running) process.kill(pid, "SIGKILL");
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true, force: true });
  if (running.length > 0)
    throw new Error(`the tests left processes: ${running.map(({ command }) => command).join(", ")}`);
  if (left.length > 0) throw new Error(`the tests left in the temp folder: ${left.join(", ")}`);
}

interface Running {
  readonly pid: number;
  readonly command: string;
}

/** Processes that were started with this temp folder. An ending process gets ten seconds. */
async function stillRunning(): Promise<readonly Running[]> {
  for (let tries = 0; ; tries += 1) {
    const found = startedHere();
    if (found.length === 0 || tries === 100) return found;
    await setTimeout(100);
  }
}

/** Only Linux reports the environment of a process. */
function startedHere(): readonly Running[] {
  return globSync("/proc/[0-9]*").flatMap((path) => {
    const pid = Number(path.slice("/proc/".length));
    if (pid === process.pid || !read(`${path}/environ`).includes(`TMPDIR=${folder}`)) return [];
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
