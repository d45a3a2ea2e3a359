import {
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { editOf, rangeOf } from "../workspace/ranges.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";
import { nameAt, placesOfName } from "./name-at.ts";
import { planRename, reasonAgainstRename } from "./plan-rename.ts";

/** The part of the name at a position that can be renamed. Null if there is no name. */
export function prepareRename(place: DocumentPlace, position: Position): Range | null {
  const name = nameAt(place, place.document.offsetAt(position));
  if (!name) return null;
  const reason = reasonAgainstRename(name, placesOfName(place, name), place.snapshot.used);
  if (reason !== undefined) throw refusal(reason);
  return rangeOf(place.document, name.renamed ?? name.span);
}

/** The edits of all documents. Throws with the reason if the new name is not possible. */
export function rename(place: DocumentPlace, position: Position, newName: string): WorkspaceEdit | null {
  const { snapshot, document } = place;
  const name = nameAt(place, document.offsetAt(position));
  if (!name) return null;
  const plan = planRename(snapshot, name, newName);
  if ("refused" in plan) throw refusal(plan.refused);
  const documentChanges = [...plan.edits].flatMap(([path, edits]) => {
    const changed = snapshot.documents.get(path);
    if (!changed) return [];
    const { uri, version } = changed;
    const textDocument = { uri, version: version > 0 ? version : null };
    return [{ textDocument, edits: edits.map((edit) => editOf(changed, edit)) }];
  });
  return { documentChanges };
}

function refusal(reason: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
