import type { Json } from "@proviso/manifest";
import type { SourceText } from "../../report/source.ts";
import { parse } from "../../syntax/parse.ts";
import { entriesOf, findValue, type SyntaxNode, textOf, toJson } from "../../syntax/syntax-tree.ts";
import { printEntry } from "../print-yaml.ts";

/** What an answer writes into some contracts, as a diff of lines of YAML. */
export interface WrittenChange {
  /** Tools, `domain.verb`, or the permissions of a domain. */
  readonly places: readonly string[];
  /** Those that start with `- ` are removed, and those with `+ ` added. */
  readonly lines: readonly string[];
}

/** All fields that differ between two versions of contracts. Places with the same changes share them, most places first. */
export function writtenChanges(
  before: readonly SourceText[],
  after: readonly SourceText[],
): readonly WrittenChange[] {
  const was = new Map(before.flatMap((source) => [...fieldsByPlace(source)]));
  const byChange = new Map<string, WrittenChange & { readonly places: string[] }>();
  for (const [place, fields] of after.flatMap((source) => [...fieldsByPlace(source)]))
    for (const lines of changesOf(was.get(place) ?? {}, fields)) {
      const known = byChange.get(lines.join("\n"));
      if (known) known.places.push(place);
      else byChange.set(lines.join("\n"), { places: [place], lines });
    }
  return [...Map.groupBy(byChange.values(), ({ places }) => places.join(" ")).values()]
    .map((same) => ({
      places: same[0]?.places ?? [],
      lines: same.flatMap(({ lines }) => lines),
    }))
    .toSorted((a, b) => b.places.length - a.places.length);
}

type Fields = Readonly<Record<string, Json>>;

/** The lines of each field that differs. */
function changesOf(was: Fields, is: Fields): readonly (readonly string[])[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const [removed = [], added = []] = [was[field], is[field]].map((value) =>
      value === undefined ? [] : printEntry(field, value, 0),
    );
    if (removed.join("\n") === added.join("\n")) return [];
    return [[...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]];
  });
}

function* fieldsByPlace(source: SourceText): Generator<[place: string, fields: Fields]> {
  const { tree } = parse(source);
  const domain = textOf(findValue(tree, "domain"));
  if (domain === undefined) return;
  for (const { key, value } of entriesOf(findValue(tree, "tools")))
    if (value.kind === "map") yield [`${domain}.${key}`, fieldsOf(value)];
  yield [`the permissions of ${domain}`, fieldsOf(findValue(tree, "permissions"))];
}

function fieldsOf(node: SyntaxNode | undefined): Fields {
  return Object.fromEntries(entriesOf(node).map(({ key, value }) => [key, toJson(value)]));
}
