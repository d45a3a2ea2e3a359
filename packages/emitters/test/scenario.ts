import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Layout } from "../src/naming/known-names.ts";

/**
 * A Markdown file: why, contracts in, files out. A fence's info string is a language and a path. Files under `usage/`
 * are not compared: they use what is emitted, and have to type-check, or to fail where they say `@ts-expect-error`.
 */
export interface Scenario {
  readonly name: string;
  readonly file: string;
  /** `folders` for those in the folder of this name. */
  readonly layout: Layout;
  readonly text: string;
  readonly contracts: readonly { readonly path: string; readonly text: string }[];
  readonly expected: ReadonlyMap<string, string>;
  readonly usages: ReadonlyMap<string, string>;
}

const folder = join(import.meta.dirname, "scenarios");
const fence = /^(`{3,})(\w+) (\S+)\n([\s\S]*?)^\1$/gm;

export function readScenarios(): Scenario[] {
  return globSync("**/*.md", { cwd: folder })
    .toSorted()
    .map((name) => {
      const file = join(folder, name);
      const text = readFileSync(file, "utf8");
      const blocks = [...text.matchAll(fence)].map(([, , , path = "", content = ""]) => ({
        path,
        text: content,
      }));
      const under = (start: string) => blocks.filter(({ path }) => path.startsWith(start));
      const isExpected = ({ path }: { readonly path: string }): boolean => !/^(contracts|usage)\//.test(path);
      return {
        name: name.replace(/\.md$/, ""),
        file,
        layout: name.startsWith("folders") ? "folders" : "packages",
        text,
        contracts: under("contracts/"),
        expected: new Map(blocks.filter(isExpected).map((each) => [each.path, each.text])),
        usages: new Map(under("usage/").map((each) => [each.path, each.text])),
      };
    });
}

/** The scenario's text with the given files in the place of the expected ones. */
export function rewrite({ text }: Scenario, files: ReadonlyMap<string, string>): string {
  return text.replaceAll(fence, (block, ticks: string, language: string, path: string) =>
    files.has(path) ? `${ticks}${language} ${path}\n${files.get(path)}${ticks}` : block,
  );
}
