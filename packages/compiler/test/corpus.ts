import { readdirSync, readFileSync, statSync } from "node:fs";
import { hostNames } from "../src/hosts/facts/host.ts";
import type { CompileOptions, Diagnostic, SourceText } from "../src/index.ts";

/** A contract, or several in a folder, with a mistake that people make; the name says which. */
export interface BrokenContract {
  readonly name: string;
  readonly files: readonly SourceText[];
  /** Some are wrong for a host only. */
  readonly options: CompileOptions;
  /** `FILE CODE LINE:COLUMN` of every error and warning, sorted. */
  readonly expected: readonly string[];
}

const folder = new URL("corpus/", import.meta.url);

/**
 * Every broken contract of `corpus/`. The comment at the beginning of a file names what is wrong with it, a line for each
 * finding: `# expect: CODE LINE:COLUMN`. `# hosts: NAME, NAME` has it checked for hosts. After `# repeat: N` the last line stands for N of them.
 */
export function readCorpus(): readonly BrokenContract[] {
  return readdirSync(folder)
    .toSorted()
    .map((entry) => {
      const at = new URL(entry, folder);
      const isFolder = statSync(at).isDirectory();
      const names = isFolder ? readdirSync(at).toSorted() : [entry];
      const texts = names.map((name) =>
        readFileSync(isFolder ? new URL(`${entry}/${name}`, folder) : at, "utf8"),
      );
      return {
        name: entry,
        options: optionsIn(texts),
        files: names.map((path, index) => ({ path, text: grow(texts[index] ?? "") })),
        expected: names.flatMap((path, index) => expectedIn(path, texts[index] ?? "")).toSorted(),
      };
    });
}

function expectedIn(path: string, text: string): string[] {
  return [...text.matchAll(/^# expect: (\S+ \d+:\d+)$/gm)].map(([, expected]) => `${path} ${expected}`);
}

function optionsIn(texts: readonly string[]): CompileOptions {
  const written = texts.flatMap((text) => /^# hosts: (.*)$/m.exec(text)?.[1]?.split(", ") ?? []);
  const names = hostNames.filter((name) => written.includes(name));
  return names.length > 0 ? { hosts: { names, product: "acme", wireNames: "underscore" } } : {};
}

function grow(text: string): string {
  const times = Number(/^# repeat: (\d+)$/m.exec(text)?.[1] ?? 1);
  const lastLine = text.slice(text.trimEnd().lastIndexOf("\n") + 1);
  return text + lastLine.repeat(times - 1);
}

/** What was found, in the form in which a corpus file expects it. */
export function asExpected({ code, span }: Diagnostic): string {
  return `${span.file} ${code} ${span.line}:${span.column}`;
}
