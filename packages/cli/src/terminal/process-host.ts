import { once } from "node:events";
import process from "node:process";
import pc from "picocolors";
import { printed, processStreams } from "@proviso/terminal";
import type { CliHost } from "./host.ts";

/** Milliseconds after which the terminal shows progress. */
const outputPatienceMs = 300;

export function processHost(): CliHost {
  // Importing `performance` would load another module.
  const start = process.uptime();
  const elapsedMs = (): number => (process.uptime() - start) * 1000;
  const { out, err, progress } = processStreams();
  // Once stdout is closed, nobody reads the output, so a command that keeps running ends.
  const unheard = once(process.stdout, "close").catch(() => undefined);
  const { npm_config_user_agent: userAgent, npm_lifecycle_script: script } = process.env;
  return {
    cwd: process.cwd(),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(script === undefined ? {} : { script }),
    ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
    // False and not undefined: without a terminal there are no colours, not even in CI.
    color: pc.isColorSupported && process.stdout.isTTY === true,
    ...(process.stdout.isTTY ? { columns: process.stdout.columns } : {}),
    nodeVersion: process.versions.node,
    elapsedMs,
    async runNode(program, words) {
      // Only one command needs it, so the others do not load it.
      const { spawn } = await import("node:child_process");
      const child = spawn(process.execPath, [program, ...words], { stdio: "inherit" });
      // An interrupt reaches both processes: the program handles it, and this one ends after it.
      process.on("SIGINT", () => {});
      // Whoever ends this process means the program.
      process.on("SIGTERM", () => child.kill("SIGTERM"));
      const [code] = (await once(child, "exit")) as [number | null];
      return code ?? undefined;
    },
    async interrupted() {
      await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), unheard]);
    },
    out,
    err,
    progress(text) {
      if (elapsedMs() >= outputPatienceMs) progress(text);
    },
  };
}

async function ask(question: string): Promise<string | undefined> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(printed(question))).trim();
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}
