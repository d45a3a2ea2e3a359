import { diagnosticCodes } from "../diagnostic-codes.ts";
import type { Report } from "../diagnostic.ts";
import { nearest } from "../did-you-mean.ts";
import type { Comment } from "../parse.ts";
import { isConfigurable } from "../rules/rule.ts";
import { suppressErrors } from "./problems.ts";

/** A comment that keeps one rule quiet on one line. */
export interface Suppression {
  readonly code: string;
  /** The line that it is about, from 1. */
  readonly line: number;
  readonly comment: Comment;
}

/** Where a comment means to be one: `proviso-ignore` is its first word. */
const mark = /^#+\s*proviso-ignore(?=$|[\s:])(?<rest>.*)$/;
const written = /^\s+(?<code>\S+?)(?:\s+--(?<reason>.*))?\s*$/;

/** The suppressions among the comments of one file. What is wrong with one is reported. */
export function readSuppressions(comments: readonly Comment[], report: Report): Suppression[] {
  const below = linesBelow(comments);
  return comments.flatMap((comment) => {
    const rest = mark.exec(comment.text)?.groups?.["rest"];
    const code = rest === undefined ? undefined : readCode(rest, comment, report);
    return code === undefined ? [] : [{ code, line: below.get(comment) ?? comment.span.line, comment }];
  });
}

function readCode(rest: string, { span }: Comment, report: Report): string | undefined {
  const { code, reason } = written.exec(rest)?.groups ?? {};
  if (code === undefined || code === "--") return void report(suppressErrors.at(span, "syntax", {}));
  if (!diagnosticCodes.includes(code)) {
    const allowed = diagnosticCodes.filter(isConfigurable);
    const close = allowed.find((each) => each.endsWith(`/${code}`)) ?? nearest(code, allowed);
    return void report(suppressErrors.at(span, "unknown-code", { code, nearest: close }));
  }
  if (!isConfigurable(code)) return void report(suppressErrors.at(span, "not-allowed", { code }));
  // It is heeded all the same: one mistake, one finding.
  if ((reason ?? "").trim() === "") report(suppressErrors.at(span, "missing-reason", { code }));
  return code;
}

/** For comments that have a line for themselves: the first line below that is not such a comment. */
function linesBelow(comments: readonly Comment[]): ReadonlyMap<Comment, number> {
  const below = new Map<Comment, number>();
  let next: Comment | undefined;
  for (const comment of comments.filter(({ alone }) => alone).toReversed()) {
    const { line } = comment.span;
    below.set(comment, (next?.span.line === line + 1 ? below.get(next) : undefined) ?? line + 1);
    next = comment;
  }
  return below;
}
