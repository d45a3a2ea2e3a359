import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { reasonOf, UsageError } from "@proviso/terminal";
import type { Oracle } from "../model.ts";

const run = promisify(execFile);
const limits = { timeout: 30_000, maxBuffer: 16_000_000 };

/** What a command of the user prints: each line is one watched thing. */
export const command: Oracle = async ({ options }) => {
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
  };
};

async function printed(written: string): Promise<string> {
  const [program, option] = process.platform === "win32" ? ["cmd", "/c"] : ["sh", "-c"];
  const { stdout } = await run(program, [option, written], limits).catch((error: unknown) => {
    throw new UsageError(`\`--watch-command\` failed, so nothing can be seen by it: ${reasonOf(error)}`);
  });
  return stdout;
}
