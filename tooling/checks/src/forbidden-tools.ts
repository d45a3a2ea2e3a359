import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The names of forbidden tools in the contracts of a folder, as contracts and hosts write them, that a package may not contain. The
 * server's package has those that people may call, because it runs them.
 */
export function forbiddenNames(folder: string, packageName: string): readonly string[] {
  const mayHold = packageName.endsWith("/server");
  return globSync("contracts/*.yaml", { cwd: folder }).flatMap((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    const domain = /^domain: (\w+)$/m.exec(text)?.[1];
    const tools = text.matchAll(
      /^ {2}(\w+):\n(?: {4}.*\n)*? {4}riskLevel: forbidden\n( {4}people: allowed\n)?/gm,
    );
    return [...tools]
      .filter(([, , isForPeople]) => !mayHold || isForPeople === undefined)
      .flatMap(([, verb]) => [`${domain}.${verb}`, `${domain}_${verb}`]);
  });
}
