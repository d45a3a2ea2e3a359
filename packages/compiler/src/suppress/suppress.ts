import type { Diagnostic, Report } from "../report/diagnostic.ts";
import type { Comment } from "../syntax/comment.ts";
import type { RuleSettings } from "../rules/check.ts";
import { isConfigurable } from "../rules/facts/rule.ts";
import { suppressErrors } from "./problems.ts";
import { readSuppressions, type Suppression } from "./read-suppressions.ts";

export interface SuppressOptions {
  readonly rules: RuleSettings;
  /** False if some rules did not run: then no suppression counts as unused. */
  readonly complete: boolean;
}

/** Removes the suppressed findings, and adds the findings about suppressions. */
export function suppress(
  findings: readonly Diagnostic[],
  files: readonly (readonly Comment[])[],
  { rules, complete }: SuppressOptions,
): Diagnostic[] {
  const reported: Diagnostic[] = [];
  const report: Report = (diagnostic) => void reported.push(diagnostic);
  const suppressions = files.flatMap((comments) => readSuppressions(comments, report));
  const byPlace = new Map(
    suppressions.map((each) => [suppressionKey(each.comment.span.file, each.line, each.code), each]),
  );
  const used = new Set<Suppression>();
  const kept = findings.filter(({ code, span: { file, line } }) => {
    const suppression =
      byPlace.get(suppressionKey(file, line, code)) ??
      (isConfigurable(code) ? byPlace.get(suppressionKey(file, line, undefined)) : undefined);
    if (suppression) used.add(suppression);
    return !suppression;
  });
  for (const { code, comment } of complete ? suppressions.filter((each) => !used.has(each)) : [])
    if (code !== undefined && rules[code] !== "off") report(unusedSuppressions(code, comment));
  return [...kept, ...reported];
}

function suppressionKey(file: string, line: number, code: string | undefined): string {
  return `${code} ${line} ${file}`;
}

function unusedSuppressions(code: string, comment: Comment): Diagnostic {
  const edits = [{ ...comment.extent, text: "" }];
  const found = suppressErrors.at(comment.span, "unused", { code });
  return { ...found, fix: { title: "remove the comment", edits } };
}
