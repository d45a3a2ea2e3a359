import type { DiffReport } from "./diff-report.ts";

/** What changed and since when: `of notes.create since main`. `inert` escapes markup. */
export function since({ against, tool }: DiffReport, inert: (text: string) => string): string {
  return `${tool === undefined ? "" : `of ${inert(tool)} `}since ${inert(against)}`;
}
