// A running `proviso generate --watch` whose first run has ended.
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { editOne } from "./edits.mjs";

export async function startWatching(proviso, cwd) {
  const child = spawn(process.execPath, [proviso, "generate", "--watch"], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const events = new EventEmitter();
  let ended = 0;
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("watching for changes")) events.emit("round", (ended += 1));
  });
  let awaited = 0;
  const endOfRound = async () => {
    awaited += 1;
    if (ended < awaited) await once(events, "round", { signal: AbortSignal.timeout(120_000) });
  };
  const edit = async () => {
    await editOne(cwd);
    const start = performance.now();
    await endOfRound();
    return performance.now() - start;
  };
  await endOfRound();
  for (let round = 0; round < 3; round++) await edit();
  const stop = async () => {
    child.kill("SIGINT");
    await once(child, "exit");
  };
  return { edit, stop };
}
