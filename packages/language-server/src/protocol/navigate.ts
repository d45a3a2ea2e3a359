import type { WrittenName } from "@proviso/compiler/editor";
import type { DocumentHighlight, Location, Position } from "vscode-languageserver";
import { rangeOf } from "../workspace/ranges.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";
import { nameAt, placesOfName } from "./name-at.ts";

/** Where the name at a position is declared. */
export function definitions(place: DocumentPlace, position: Position): Location[] {
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
