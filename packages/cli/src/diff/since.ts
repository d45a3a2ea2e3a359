import type { DiffReport } from "./diff-report.ts";

/** What the changes are of, and since when: `of notes.create since main`. `inert` keeps text from being markup. */
export function since({ against, tool }: DiffReport, inert: (text: string) => string): string {
  return `${tool === undefined ? "" : `of ${inert(tool)} `}since ${inert(against)}`;
}
