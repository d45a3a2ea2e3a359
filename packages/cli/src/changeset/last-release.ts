import { existsSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../operands/run-program.ts";
import { UsageError } from "../terminal/exit-codes.ts";

/**
 * What the last release held: the newest tag before this commit that changesets made for one of the packages (`@acme/server@1.4.0`),
 * or else the newest of the form `v1.4.0`. Where nothing was released, the lock.
 */
export async function lastRelease(root: string, packages: readonly string[], lock: string): Promise<string> {
  const patterns = [...packages.map((name) => `${name}@*`), "v[0-9]*"];
  for (const pattern of patterns) {
    const words = ["git", "describe", "--tags", "--abbrev=0", "--match", pattern];
    const { code, out } = await runProgram(words, { cwd: root });
    if (code === 0) return `refs/tags/${out.toString("utf8").trim()}`;
  }
  if (existsSync(join(root, lock))) return "lock";
  throw new UsageError(
    `git has no tag of a release here (${patterns.map((pattern) => `\`${pattern}\``).join(", ")}), and there is no ${lock}; say what to compare with by \`--against\``,
  );
}
