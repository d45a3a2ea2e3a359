import type { WorkspaceEdit } from "vscode-languageserver";

/** The same edit for an editor that does not take the versions of documents: it would ignore `documentChanges`. */
export function plainEdit({ documentChanges = [] }: WorkspaceEdit): WorkspaceEdit {
  const changes = documentChanges.flatMap((change) =>
    "edits" in change ? [[change.textDocument.uri, change.edits] as const] : [],
  );
  return { changes: Object.fromEntries(changes) as WorkspaceEdit["changes"] & object };
}
