import { type WrittenKind, type WrittenName, localName } from "@proviso/compiler/editor";
import { type DocumentSymbol, SymbolKind } from "vscode-languageserver";
import { rangeOf } from "../workspace/ranges.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";

const sections: readonly (readonly [title: string, WrittenKind, SymbolKind])[] = [
  ["types", "type", SymbolKind.Class],
  ["permissions", "permission", SymbolKind.Constant],
  ["failureModes", "failure", SymbolKind.Event],
  ["effects", "effect", SymbolKind.Event],
  ["tools", "tool", SymbolKind.Function],
];

/** What a document declares, by section. */
export function outline(place: DocumentPlace): DocumentSymbol[] {
  const own = place.snapshot.names().names.filter(({ span }) => span.file === place.path);
  return sections.flatMap(([name, kind, symbol]) => {
    const children = own.flatMap((each) => (each.kind === kind ? symbolOf(place, each, symbol) : []));
    const [first, last] = [children[0], children.at(-1)];
    if (!first || !last) return [];
    const range = { start: first.range.start, end: last.range.end };
    return [{ name, kind: SymbolKind.Namespace, range, selectionRange: first.selectionRange, children }];
  });
}

function symbolOf({ document }: DocumentPlace, name: WrittenName, kind: SymbolKind): DocumentSymbol[] {
  const { declares, span } = name;
  if (!declares) return [];
  const range = rangeOf(document, declares.extent);
  return [{ name: localName(name), kind, range, selectionRange: rangeOf(document, span) }];
}
