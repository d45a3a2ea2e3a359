import { findValue, itemsOf, parse } from "@proviso/compiler";
import type { WrittenName } from "@proviso/compiler/editor";
import type { DocumentHighlight, Location, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeOf } from "../workspace/ranges.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";
import { nameAt, placesOfName } from "./name-at.ts";

/** Where the name at a position is declared; the file that is named there under `use`. */
export function definitions(place: DocumentPlace, position: Position): Location[] {
  const file = usedFileAt(place, place.document.offsetAt(position));
  if (file) return [{ uri: file.uri, range: rangeOf(file, { start: 0, end: 0 }) }];
  return samePlaces(place, position)
    .filter(({ declares }) => declares)
    .flatMap((each) => locate(place, each));
}

/** Every place that refers to what the name at a position refers to. */
export function references(place: DocumentPlace, position: Position, withDeclarations: boolean): Location[] {
  const found = samePlaces(place, position).filter(({ declares }) => withDeclarations || !declares);
  return found.flatMap((each) => locate(place, each));
}

/** Returns the references in one document, for highlighting. */
export function highlights(place: DocumentPlace, position: Position): DocumentHighlight[] {
  const found = samePlaces(place, position).filter(({ span }) => span.file === place.path);
  return found.map(({ span }) => ({ range: rangeOf(place.document, span) }));
}

function samePlaces(place: DocumentPlace, position: Position): readonly WrittenName[] {
  const name = nameAt(place, place.document.offsetAt(position));
  return name ? placesOfName(place, name) : [];
}

function locate({ snapshot }: DocumentPlace, { span }: WrittenName): Location[] {
  const document = snapshot.documents.get(span.file);
  return document ? [{ uri: document.uri, range: rangeOf(document, span) }] : [];
}

function usedFileAt({ snapshot, path, document }: DocumentPlace, offset: number): TextDocument | undefined {
  const { uses = {} } = snapshot.sources.find((each) => each.path === path) ?? {};
  if (Object.keys(uses).length === 0) return undefined;
  const { tree } = parse({ path, text: document.getText() });
  const use = findValue(tree, "use");
  const name = [...itemsOf(use), ...(use ? [use] : [])].find(
    ({ span }) => span.start <= offset && offset <= span.end,
  );
  const found = name?.kind === "scalar" ? uses[String(name.value)] : undefined;
  return found && "path" in found ? snapshot.documents.get(found.path) : undefined;
}
