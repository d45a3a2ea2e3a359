// Runs a command from start to end, as its user sees it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Milliseconds from the start of a process to its end; throws its output if it does not end with `expected`. */
export async function timeProcess(command, argv, { cwd, expected = 0, env } = {}) {
  const start = performance.now();
  const said = [];
  const child = spawn(command, argv, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
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

const reportUsage = encodeURIComponent(
  'import { writeFileSync } from "node:fs"; import process from "node:process"; ' +
    'process.on("exit", () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage())));',
);

/** The processor time of a whole Node.js process in milliseconds, and its peak memory in MB. */
export async function usageOf(argv, { cwd }) {
  const file = join(cwd, "usage.json");
  const env = { ...process.env, USAGE_FILE: file };
  await timeProcess(process.execPath, ["--import", `data:text/javascript,${reportUsage}`, ...argv], {
    cwd,
    env,
  });
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(await readFile(file, "utf8"));
  return { cpu: (userCPUTime + systemCPUTime) / 1000, peakMemory: maxRSS / 1024 };
}

/** In memory if possible, because a disk may take seconds after many deletions. Removed at the end. */
export async function inScratchFolder(work) {
  const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const folder = await mkdtemp(join(parent, "proviso-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
