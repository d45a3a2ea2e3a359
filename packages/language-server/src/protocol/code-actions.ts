import type { Diagnostic as Finding, Fix } from "@proviso/compiler";
import { type CodeAction, CodeActionKind, type CodeActionParams, type Range } from "vscode-languageserver";
import { toDiagnostic } from "./to-diagnostic.ts";
import { editOf } from "../workspace/ranges.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";
import { fixDocument } from "./fix-document.ts";

export const fixAllKind: string = `${CodeActionKind.SourceFixAll}.proviso`;

/** The fixes of the findings in a range, and one action for all fixes of the document. */
export function codeActions(place: DocumentPlace, { range, context }: CodeActionParams): CodeAction[] {
  const wantsAction = (kind: string): boolean => context.only?.some((only) => includes(only, kind)) ?? true;
  const quick = wantsAction(CodeActionKind.QuickFix) ? quickFixes(place, range) : [];
  const wantsAll = context.only ? wantsAction(fixAllKind) : quick.length > 0;
  const all = wantsAll ? fixDocument(place) : [];
  if (all.length === 0) return quick;
  const title = "Fix all that is safe to fix automatically";
  return [...quick, { title, kind: fixAllKind, edit: editsIn(place, [...all]) }];
}

function quickFixes(place: DocumentPlace, range: Range): CodeAction[] {
  const { snapshot, path, document } = place;
  const from = document.offsetAt(range.start);
  const to = document.offsetAt(range.end);
  return snapshot.diagnostics.filter(hasFix).flatMap((finding) => {
    const { span, fix } = finding;
    if (span.file !== path || span.end < from || span.start > to) return [];
    const edits = fix.edits.map((edit) => editOf(document, edit));
    return [
      {
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(finding, document)],
        isPreferred: true,
        edit: editsIn(place, edits),
      },
    ];
  });
}

function hasFix(finding: Finding): finding is Finding & { readonly fix: Fix } {
  return finding.fix !== undefined;
}

function editsIn(
  { document: { uri, version } }: DocumentPlace,
  edits: CodeActionEdits,
): CodeAction["edit"] & object {
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

type CodeActionEdits = { range: Range; newText: string }[];

/** Kinds are hierarchical: `source` includes `source.fixAll`. */
function includes(kind: string, other: string): boolean {
  return kind === "" || other === kind || other.startsWith(`${kind}.`);
}
