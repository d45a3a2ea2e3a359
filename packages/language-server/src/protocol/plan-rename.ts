import { compile, type Diagnostic, type SourceText, type TextEdit } from "@proviso/compiler";
import { findNames, fullNameFor, localName, nameRules, type WrittenName } from "@proviso/compiler/editor";
import { compileOptions } from "proviso/project";
import { TextDocument } from "vscode-languageserver-textdocument";
import { editOf } from "../workspace/ranges.ts";
import type { Snapshot } from "../workspace/snapshot.ts";

/** The edits by file, or the reason why there are none. */
export type RenamePlan =
  | { readonly edits: ReadonlyMap<string, readonly TextEdit[]> }
  | { readonly refused: string };

/**
 * Renames a declaration and every reference to it. Refused unless the contracts afterwards compile as before, with the same number
 * of references: a reference cannot be lost, nor another word become one.
 */
export function planRename(snapshot: Snapshot, renamed: WrittenName, local: string): RenamePlan {
  const { names, unread } = snapshot.names();
  const sameNames = names.filter(({ kind, name }) => kind === renamed.kind && name === renamed.name);
  const refused =
    reasonAgainstRename(renamed, sameNames, snapshot.used) ??
    reasonAgainstName(snapshot, renamed, local) ??
    reasonUnread(unread);
  if (refused !== undefined) return { refused };
  if (local === localName(renamed)) return { edits: new Map() };
  const edits = editsOf(sameNames, local);
  const after = snapshot.sources.map((source) => {
    const document = snapshot.documents.get(source.path);
    const changes = document && edits.get(source.path)?.map((edit) => editOf(document, edit));
    return document && changes ? { ...source, text: TextDocument.applyEdits(document, changes) } : source;
  });
  const harm = reasonByResult(
    snapshot,
    after,
    { ...renamed, name: fullNameFor(renamed, local) },
    sameNames.length,
  );
  return harm === undefined ? { edits } : { refused: harm };
}

/** Why this name cannot be renamed at all. */
export function reasonAgainstRename(
  { kind, name }: WrittenName,
  sameNames: readonly WrittenName[],
  used: readonly string[],
): string | undefined {
  if (kind === "requirement") return `\`${name}\` is declared by servers, outside the contracts`;
  if (!sameNames.some(({ declares }) => declares)) return `\`${name}\` is not declared in this project`;
  const shared = sameNames.find(({ declares, span }) => declares && used.includes(span.file));
  if (shared) return `\`${name}\` is declared in ${shared.span.file}, which other products may use`;
  const hidden = sameNames.find((each) => !each.renamed);
  if (!hidden) return undefined;
  return `\`${name}\` is not written letter for letter at ${hidden.span.file}:${hidden.span.line}; write it so first`;
}

function reasonAgainstName(
  { names }: Snapshot,
  { kind, name }: WrittenName,
  local: string,
): string | undefined {
  if (kind === "requirement") return undefined;
  const { pattern, wanted } = nameRules[kind];
  if (!pattern.test(local)) return `\`${local}\` is no name for this; write ${wanted}`;
  const full = fullNameFor({ kind, name }, local);
  const taken = names().names.find((each) => each.kind === kind && each.name === full && each.declares);
  return taken && full !== name ? `\`${full}\` is already declared in ${taken.span.file}` : undefined;
}

function reasonUnread([file]: readonly string[]): string | undefined {
  return file === undefined ? undefined : `correct the errors in ${file} first: it may use the name`;
}

function reasonByResult(
  { config, diagnostics, names }: Snapshot,
  sources: readonly SourceText[],
  renamed: Pick<WrittenName, "kind" | "name">,
  count: number,
): string | undefined {
  if (!config) return "correct the errors in proviso.yaml first";
  const before = errorCounts(diagnostics);
  const result = compile(sources, compileOptions(config));
  const after = errorCounts(result.diagnostics);
  const worse = result.diagnostics.find(
    (each) => each.severity === "error" && (after.get(keyOf(each)) ?? 0) > (before.get(keyOf(each)) ?? 0),
  );
  if (worse) return `${worse.message} (${worse.span.file}:${worse.span.line})`;
  const now = findNames(sources).names;
  const isSame = ({ kind, name }: WrittenName): boolean => kind === renamed.kind && name === renamed.name;
  if (now.length === names().names.length && now.filter(isSame).length === count) return undefined;
  return `another word of the contracts would then mean \`${renamed.name}\``;
}

function errorCounts(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of diagnostics)
    if (each.severity === "error") counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}

function keyOf({ code, span }: Diagnostic): string {
  return `${span.file} ${code}`;
}

function editsOf(sameNames: readonly WrittenName[], text: string): ReadonlyMap<string, readonly TextEdit[]> {
  const byFile = Map.groupBy(sameNames, ({ span }) => span.file);
  return new Map(
    [...byFile].map(([file, places]) => [
      file,
      places.flatMap(({ renamed }) => (renamed ? [{ ...renamed, text }] : [])),
    ]),
  );
}
