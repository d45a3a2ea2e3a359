import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UsageError } from "@proviso/terminal";
import type { Oracle } from "../model.ts";
import { changesOf } from "./changes.ts";

const run = promisify(execFile);
const maxMs = 30_000;

/** What a command of the user prints: each line is one watched thing. */
export const command: Oracle = {
  name: "command",
  summary: "What a command of yours prints, line by line: --watch-command 'COMMAND'.",
  async open({ options }) {
    const written = options["watch-command"];
    if (written === undefined) return undefined;
    return {
      name: "command",
      watches: `what \`${written}\` prints`,
      async snapshot() {
        const lines = (await printed(written)).split("\n").filter((line) => line !== "");
        const counts = Map.groupBy(lines, (line) => line);
        return Object.fromEntries([...counts].map(([line, all]) => [line, String(all.length)]));
      },
      compare: (before, after) => changesOf("command", before, after),
      close: async () => {},
    };
  },
};

async function printed(written: string): Promise<string> {
  const [program, args] = process.platform === "win32" ? ["cmd", ["/c", written]] : ["sh", ["-c", written]];
  try {
    const { stdout } = await run(program, args, { timeout: maxMs, maxBuffer: 16_000_000 });
    return stdout;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`\`--watch-command\` failed, so nothing can be seen by it: ${reason}`);
  }
}
