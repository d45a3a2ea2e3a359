import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostNames } from "../src/hosts/host.ts";
import type { CompileOptions, Diagnostic, SourceText } from "../src/index.ts";
import { applyEdit } from "./edit.ts";

/** A contract, or several, with a mistake that people make; the name says which. */
export interface BrokenContract {
  readonly name: string;
  readonly files: readonly SourceText[];
  /** Some contracts have findings only for a host. */
  readonly hosts: readonly string[];
  readonly options: CompileOptions;
  /** `FILE CODE LINE:COLUMN MESSAGE` of every error and warning, sorted. */
  readonly expected: readonly string[];
}

const corpus = new URL("corpus/", import.meta.url);
const bases = new URL("corpus-bases/", import.meta.url);

/** Contracts without a mistake, of which most broken ones are an edit. */
export function readBases(): readonly SourceText[] {
  return readdirSync(bases).map((path) => ({ path, text: readFileSync(new URL(path, bases), "utf8") }));
}

/**
 * Every broken contract of `corpus/`: a file, or a folder of them. `NAME.edit` is an edit of a base (see `applyEdit`);
 * `NAME.yaml` is a whole contract. Both begin with what is wrong, a line for each finding, `expect: CODE LINE:COLUMN MESSAGE`,
 * and with `hosts: NAME, NAME` if it is checked for hosts. In a `.yaml` these lines are comments, and count as lines; after
 * `# repeat: N` its last line stands for N of them.
 */
export function readCorpus(): readonly BrokenContract[] {
  return readdirSync(corpus).toSorted().map(readEntry);
}

function readEntry(entry: string): BrokenContract {
  const files = filesOf(entry).map(({ path, url }) => ({ path, ...readEntryFile(url) }));
  const written = new Set(files.flatMap(({ hosts }) => hosts));
  const hosts = hostNames.filter((name) => written.has(name));
  return {
    name: entry.replace(/\.\w+$/, ""),
    hosts,
    options: hosts.length > 0 ? { hosts: { names: hosts, product: "acme", wireNames: "underscore" } } : {},
    files: files.map(({ path, text }) => ({ path, text })),
    expected: files.flatMap(({ path, expected }) => expected.map((each) => `${path} ${each}`)).toSorted(),
  };
}

function filesOf(entry: string): readonly { readonly path: string; readonly url: URL }[] {
  const at = new URL(entry, corpus);
  const names = statSync(at).isDirectory()
    ? readdirSync(at).map((name) => [name, new URL(`${entry}/${name}`, corpus)] as const)
    : [[entry, at] as const];
  return names
    .map(([name, url]) => ({ path: name.replace(/\.edit$/, ".yaml"), url }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

interface EntryFile {
  readonly text: string;
  readonly expected: readonly string[];
  readonly hosts: readonly string[];
}

function readEntryFile(url: URL): EntryFile {
  const written = readFileSync(url, "utf8");
  const isEdit = url.pathname.endsWith(".edit");
  const head = isEdit ? (written.split("@@\n", 1)[0] ?? "") : written;
  const said = (name: string): string[] =>
    [...head.matchAll(new RegExp(`^(?:# )?${name}: (.*)$`, "gm"))].map(([, value = ""]) => value);
  return {
    text: isEdit ? edited(said("base")[0] ?? "", written.slice(head.length)) : grow(written),
    expected: said("expect"),
    hosts: said("hosts").flatMap((names) => names.split(", ")),
  };
}

function edited(base: string, edit: string): string {
  return applyEdit(readFileSync(new URL(`${base}.yaml`, bases), "utf8"), edit);
}

function grow(text: string): string {
  const times = Number(/^# repeat: (\d+)$/m.exec(text)?.[1] ?? 1);
  const lastLine = text.slice(text.trimEnd().lastIndexOf("\n") + 1);
  return text + lastLine.repeat(times - 1);
}

/** What was found, in the form in which a corpus file expects it. */
export function asExpected({ code, span, message }: Diagnostic): string {
  const onOneLine = message.replaceAll("\n", String.raw`\n`);
  return `${span.file} ${code} ${span.line}:${span.column} ${onOneLine}`;
}

/** Writes these findings into the files of a broken contract: `FILE CODE LINE:COLUMN MESSAGE`. */
export function writeExpected(name: string, expected: readonly string[]): void {
  const entry = readdirSync(corpus).find((each) => each.replace(/\.\w+$/, "") === name) ?? name;
  for (const { path, url } of filesOf(entry)) {
    const mark = url.pathname.endsWith(".edit") ? "" : "# ";
    const own = expected
      .filter((each) => each.startsWith(`${path} `))
      .map((each) => each.slice(path.length + 1));
    const rest = readFileSync(url, "utf8").replaceAll(/^(?:# )?expect: .*\n/gm, "");
    const lines = own.map((each) => `${mark}expect: ${each}\n`).join("");
    const base = /^base: .*\n/.exec(rest)?.[0] ?? "";
    writeFileSync(url, base + lines + rest.slice(base.length));
  }
}
