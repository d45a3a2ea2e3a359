import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver";
import type { Snapshot } from "../workspace/snapshot.ts";
import { toDiagnostic } from "./to-diagnostic.ts";

/** Sends the findings of projects. Only files whose findings changed are sent again. */
export interface Publisher {
  publish(snapshot: Snapshot): void;
  /** Clears the findings of a project. */
  clear(root: string): void;
}

export function createPublisher(send: (parameters: PublishDiagnosticsParams) => void): Publisher {
  /** By project and address, what was sent last. */
  const sent = new Map<string, Map<string, string>>();
  const clearOthers = (root: string, uris: ReadonlySet<string>): void => {
    const before = sent.get(root);
    for (const uri of before?.keys() ?? []) {
      if (uris.has(uri)) continue;
      send({ uri, diagnostics: [] });
      before?.delete(uri);
    }
  };
  return {
    publish(snapshot) {
      const before = sent.get(snapshot.root) ?? new Map<string, string>();
      sent.set(snapshot.root, before);
      const found = findingsByAddress(snapshot);
      clearOthers(snapshot.root, new Set(found.keys()));
      for (const [uri, parameters] of found) {
        const text = JSON.stringify(parameters);
        if (
          before.get(uri) === text ||
          (!before.has(uri) && parameters.diagnostics.length === 0 && !parameters.version)
        )
          continue;
        before.set(uri, text);
        send(parameters);
      }
    },
    clear(root) {
      clearOthers(root, new Set());
      sent.delete(root);
    },
  };
}

function findingsByAddress({
  documents,
  diagnostics,
}: Snapshot): ReadonlyMap<string, PublishDiagnosticsParams> {
  return new Map(
    [...documents].map(([path, document]) => {
      const { uri, version } = document;
      const own: readonly Diagnostic[] = diagnostics
        .filter(({ span }) => span.file === path)
        .map((finding) => toDiagnostic(finding, document));
      return [uri, { uri, ...(version > 0 && { version }), diagnostics: [...own] }];
    }),
  );
}
