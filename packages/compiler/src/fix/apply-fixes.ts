import type { Diagnostic, Fix, TextEdit } from "../report/diagnostic.ts";

/** A finding whose right text is certain. */
export type Fixable = Diagnostic & { readonly fix: Fix };

export interface AppliedFixes {
  readonly text: string;
  /** In the order of the text. The others would have changed the same place. */
  readonly applied: readonly Fixable[];
}

/** One text with the fixes of its findings made: each whole or not at all, the first at a place before the others. */
export function applyFixes(text: string, findings: readonly Fixable[]): AppliedFixes {
  const edits: TextEdit[] = [];
  const applied = findings.filter(({ fix }) => {
    const isFree = fix.edits.every((edit) => edits.every((other) => isApart(edit, other)));
    if (isFree) edits.push(...fix.edits);
    return isFree;
  });
  const fromTheEnd = edits.toSorted((a, b) => b.start - a.start);
  return { text: fromTheEnd.reduce(applyEdit, text), applied };
}

/** Two that only touch count as one place too: which of them came first would decide what is written. */
function isApart(a: TextEdit, b: TextEdit): boolean {
  return a.end < b.start || b.end < a.start;
}

function applyEdit(before: string, { start, end, text }: TextEdit): string {
  return before.slice(0, start) + text + before.slice(end);
}
