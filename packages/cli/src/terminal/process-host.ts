import { once } from "node:events";
import process from "node:process";
import pc from "picocolors";
import { exitCodes } from "./exit-codes.ts";
import type { Host } from "./host.ts";

/** Shorter work than this shows no progress. */
const patienceMs = 300;
const clearLine = "\r\u001b[2K";

export function processHost(): Host {
  // `performance` would load a module of its own.
  const start = process.uptime();
  const elapsedMs = (): number => (process.uptime() - start) * 1000;
  let isShowing = false;
  const clear = (): void => {
    if (isShowing) process.stderr.write(clearLine);
    isShowing = false;
  };
  // Whoever read may have read enough; what is being done is finished, and its exit code counts.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      if (stream === process.stdout) process.stderr.write(`proviso: ${error.message}\n`);
      process.exit(exitCodes.internal);
    });
  // Nobody can be told anything any more.
  const unheard = once(process.stdout, "close").catch(() => undefined);
  return {
    cwd: process.cwd(),
    color: pc.isColorSupported && process.stdout.isTTY,
    elapsedMs,
    async runNode(program, words) {
      // For one command only; the others start without it.
      const { spawn } = await import("node:child_process");
      const child = spawn(process.execPath, [program, ...words], { stdio: "inherit" });
      // An interrupt reaches both: the program ends as it sees fit, and this one after it.
      process.on("SIGINT", () => {});
      const [code] = (await once(child, "exit")) as [number | null];
      return code ?? undefined;
    },
    async interrupted() {
      await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), unheard]);
    },
    out(text) {
      clear();
      process.stdout.write(`${text}\n`);
    },
    err(text) {
      clear();
      process.stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!process.stderr.isTTY || elapsedMs() < patienceMs) return;
      process.stderr.write(`${clearLine}${text}…`);
      isShowing = true;
    },
  };
}
