import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The names of forbidden tools in the contracts of a folder, as contracts and hosts write them. */
export function forbiddenNames(folder: string): readonly string[] {
  return globSync("contracts/*.yaml", { cwd: folder }).flatMap((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    const domain = /^domain: (\w+)$/m.exec(text)?.[1];
    const tools = text.matchAll(/^ {2}(\w+):\n(?: {4}.*\n)*? {4}riskLevel: forbidden$/gm);
    return [...tools].flatMap(([, verb]) => [`${domain}.${verb}`, `${domain}_${verb}`]);
  });
}
