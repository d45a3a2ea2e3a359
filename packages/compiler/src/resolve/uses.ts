import { findValue, textsIn } from "../syntax/syntax-tree.ts";
import { parse } from "../syntax/parse.ts";
import { compareText, type Diagnostic } from "../report/diagnostic.ts";
import type { FoundUse, SourceText } from "../report/source.ts";
import type { Declarations } from "./declarations.ts";
import { resolveErrors } from "./problems.ts";

/** The names under `use` in a contract's text. Reads that key alone: it stands in the head of a file of any length. */
export function usesIn({ path, text }: SourceText): readonly string[] {
  const start = /^["']?use["']?[ \t]*:/m.exec(text)?.index;
  const isFlow = start === undefined && /^(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*\{/.test(text);
  if (start === undefined && !isFlow) return [];
  const rest = text.slice(start ?? 0);
  const end = isFlow ? -1 : rest.search(/\n[^\s#-]/);
  const { tree } = parse({ path, text: end < 0 ? rest : rest.slice(0, end + 1) });
  return textsIn(findValue(tree, "use")).map(({ text: name }) => name);
}

/** What a name under `use` stands for: what the host found, or a path from the file that has it. */
export function findUse({ path, uses }: SourceText, name: string): FoundUse {
  if (uses && Object.hasOwn(uses, name)) return uses[name] ?? noSuchFile;
  return isRelativeUse(name) ? { path: joinPath(path, name) } : noSuchFile;
}

/** Whether a name under `use` is a path from the file that has it; otherwise it begins with a package. */
export function isRelativeUse(name: string): boolean {
  return name.startsWith("./") || name.startsWith("../");
}

const noSuchFile = { problem: "there is no such file" };

/** The path of `name` as it is written in the file `from`. */
export function joinPath(from: string, name: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of name.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** By the path of each used file, the paths of the files that use it. */
export type Users = ReadonlyMap<string, readonly string[]>;

export function usersOf(sources: readonly SourceText[]): Users {
  const users = new Map<string, string[]>();
  for (const source of sources)
    for (const name of usesIn(source)) {
      const found = findUse(source, name);
      if ("path" in found) users.set(found.path, [...(users.get(found.path) ?? []), source.path]);
    }
  return users;
}

/** Reports used files that are not there or may not be used, and files that use each other. */
export function checkUses(
  sources: readonly SourceText[],
  files: readonly { readonly path: string; readonly declares?: Declarations }[],
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const declared = new Map(files.map(({ path, declares }) => [path, declares?.use ?? []]));
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const visit = (source: SourceText, trail: readonly string[]): void => {
    if (done.has(source.path)) return;
    done.add(source.path);
    const way = [...trail, source.path];
    for (const { value: file, span } of declared.get(source.path) ?? []) {
      const found = findUse(source, file);
      const target = "path" in found ? byPath.get(found.path) : undefined;
      const problem = "path" in found ? noSuchFile : found;
      if (!target) diagnostics.push(resolveErrors.at(span, "unknown-use", { file, ...problem }));
      const start = target ? way.indexOf(target.path) : -1;
      if (target && start >= 0)
        diagnostics.push(resolveErrors.at(span, "use-cycle", { path: [...way.slice(start), target.path] }));
      else if (target) visit(target, way);
    }
  };
  for (const path of [...byPath.keys()].toSorted(compareText)) {
    const source = byPath.get(path);
    if (source) visit(source, []);
  }
  return diagnostics;
}
