import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { UsageError } from "@proviso/terminal";
import type { Oracle, Snapshot } from "../model.ts";

const marker = "PROVISO_VERIFY_RUN";
/** Milliseconds in which a process that a call has started may still be ending. */
const endingMs = 250;

/** Processes of the server, also those that it has let go: all inherit a variable. */
export const processes: Oracle = async ({ options }) => {
  if (options["processes"] === undefined) return undefined;
  if (process.platform !== "linux") throw new UsageError("`--processes` works on Linux only");
  const run = randomUUID();
  let known: Snapshot = {};
  const servers = new Set<string>();
  return {
    name: "processes",
    watches: "processes that the server leaves running",
    env: { [marker]: run },
    watchProcess: (pid) => void servers.add(String(pid)),
    async snapshot() {
      let found = await running(run);
      if (Object.keys(found).some((pid) => !Object.hasOwn(known, pid))) {
        await wait(endingMs);
        found = await running(run);
      }
      known = found;
      return found;
    },
    compare: (before, after) =>
      Object.keys(after)
        .filter((pid) => !Object.hasOwn(before, pid) && !servers.has(pid))
        .map((pid) => ({ oracle: "processes", kind: "started" as const, what: after[pid] ?? "" })),
  };
};

async function running(run: string): Promise<Snapshot> {
  const found: Record<string, string> = {};
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
    if (!environment.split("\0").includes(`${marker}=${run}`)) continue;
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (line !== "") found[pid] = line.split("\0").join(" ").trim();
  }
  return found;
}
