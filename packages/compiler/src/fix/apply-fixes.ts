import type { Diagnostic, Fix, TextEdit } from "../report/diagnostic.ts";

/** A finding with a certain fix. */
export type Fixable = Diagnostic & { readonly fix: Fix };

export interface AppliedFixes {
  readonly text: string;
  /** In the order of the text. Fixes that overlap an applied one are left out. */
  readonly applied: readonly Fixable[];
}

/** Applies each fix completely or not at all. Of two that overlap, the first is applied. */
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

/** Adjacent edits count as overlapping too, because the result would depend on their order. */
function isApart(a: TextEdit, b: TextEdit): boolean {
  return a.end < b.start || b.end < a.start;
}

function applyEdit(before: string, { start, end, text }: TextEdit): string {
  return before.slice(0, start) + text + before.slice(end);
}
