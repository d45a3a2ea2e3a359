import { compile, fix } from "@proviso/compiler";
import { compileOptions } from "proviso/project";
import type { TextEdit } from "vscode-languageserver";
import { wholeOf } from "../workspace/ranges.ts";
import type { Snapshot } from "../workspace/snapshot.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";

/** Once per snapshot: editors ask at each move of the cursor, and it compiles everything. */
const known = new WeakMap<Snapshot, Map<string, readonly TextEdit[]>>();

/** Applies to one document every fix that `proviso check --fix` would; no edit if there is none. */
export function fixDocument(place: DocumentPlace): readonly TextEdit[] {
  const ofSnapshot = known.get(place.snapshot) ?? new Map<string, readonly TextEdit[]>();
  known.set(place.snapshot, ofSnapshot);
  const edits = ofSnapshot.get(place.path) ?? editsFor(place);
  ofSnapshot.set(place.path, edits);
  return edits;
}

function editsFor({ snapshot, path, document }: DocumentPlace): readonly TextEdit[] {
  const { config, sources } = snapshot;
  if (!config) return [];
  const options = compileOptions(config);
  const result = fix(sources, (texts) => {
    const { model: _model, diagnostics } = compile(texts, options);
    return { diagnostics: diagnostics.filter(({ span }) => span.file === path) };
  });
  const text = result.sources.find((source) => source.path === path)?.text ?? document.getText();
  return text === document.getText() ? [] : [{ range: wholeOf(document), newText: text }];
}
