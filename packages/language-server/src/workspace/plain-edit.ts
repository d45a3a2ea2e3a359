import type { WorkspaceEdit } from "vscode-languageserver";

/** Converts an edit for editors without versions, which would ignore `documentChanges`. */
export function plainEdit({ documentChanges = [] }: WorkspaceEdit): WorkspaceEdit {
  const changes = documentChanges.flatMap((change) =>
    "edits" in change ? [[change.textDocument.uri, change.edits] as const] : [],
  );
  return { changes: Object.fromEntries(changes) as WorkspaceEdit["changes"] & object };
}
