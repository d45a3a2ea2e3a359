// Runs a command from start to end, as whoever waits for it sees it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds from the start of a process to its end; throws what it printed if it does not end with `expected`. */
export async function timeProcess(command, argv, { cwd, expected = 0 } = {}) {
  const start = performance.now();
  const said = [];
  const child = spawn(command, argv, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => said.push(part));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const elapsed = performance.now() - start;
  if (code !== expected)
    throw new Error(`${command} ${argv.join(" ")} ended with ${code}:\n${said.join("")}`);
  return elapsed;
}

/** Memory, where there is some to write to: a disk may take seconds after many deletions. It goes away with the work. */
export async function inScratchFolder(work) {
  const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const folder = await mkdtemp(join(parent, "proviso-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
