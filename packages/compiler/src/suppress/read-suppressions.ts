import { diagnosticCodes } from "./diagnostic-codes.ts";
import type { Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import type { Comment } from "../syntax/comment.ts";
import { isConfigurable } from "../rules/facts/rule.ts";
import type { Span } from "../report/source.ts";
import { suppressErrors } from "./problems.ts";

/** A comment that suppresses one rule on one line. */
export interface Suppression {
  /**
   * Absent if the code is unreadable, which is reported. The comment then suppresses every `lint/`
   * finding on its line, so that one mistake is reported once.
   */
  readonly code?: string;
  /** The line that it applies to, from 1. */
  readonly line: number;
  readonly comment: Comment;
}

/** A suppression begins with `proviso-ignore`. */
const ignoreMark = /^#+\s*proviso-ignore(?=$|[\s:])(?<rest>.*)$/;
const writtenSuppression = /^\s+(?<code>\S+?)(?:\s+--(?<reason>.*))?\s*$/;

/** A misspelt mark: a verb from other tools, or any verb before a `lint/` code. */
const almostIgnoreMark = /^#+\s*@?(?<word>proviso(?<joint>[-_:.]|\s+)(?<verb>[a-z]+)\S*)(?<rest>.*)$/i;
const suppressVerbs: ReadonlySet<string> = new Set(["ignore", "disable", "suppress"]);

/** The suppressions among the comments of one file. Malformed ones are reported. */
export function readSuppressions(comments: readonly Comment[], report: Report): Suppression[] {
  const below = linesBelow(comments);
  return comments.flatMap((comment) => {
    const said = readComment(comment, report);
    return said ? [{ ...said, line: below.get(comment) ?? comment.span.line, comment }] : [];
  });
}

/** Undefined if the comment is not a suppression. */
function readComment({ text, span }: Comment, report: Report): { readonly code?: string } | undefined {
  const rest = ignoreMark.exec(text)?.groups?.["rest"];
  if (rest !== undefined) return readCode(rest, span, report);
  const word = misspeltMark(text);
  if (word === undefined) return undefined;
  report(suppressErrors.at(span, "syntax", { word }));
  return {};
}

function misspeltMark(text: string): string | undefined {
  const { word, joint = "", verb = "", rest = "" } = almostIgnoreMark.exec(text)?.groups ?? {};
  const isMeant = suppressVerbs.has(verb.toLowerCase()) || (joint.trim() !== "" && /\blint\//.test(rest));
  return isMeant ? word : undefined;
}

function readCode(rest: string, span: Span, report: Report): { readonly code?: string } | undefined {
  const { code, reason } = writtenSuppression.exec(rest)?.groups ?? {};
  if (code === undefined || code === "--") {
    report(suppressErrors.at(span, "syntax", {}));
    return {};
  }
  if (!diagnosticCodes.includes(code)) {
    const allowed = diagnosticCodes.filter(isConfigurable);
    const close = allowed.find((each) => each.endsWith(`/${code}`)) ?? nearest(code, allowed);
    report(suppressErrors.at(span, "unknown-code", { code, nearest: close }));
    return {};
  }
  // Findings outside `lint/` are errors in the contract and cannot be suppressed.
  if (!isConfigurable(code)) return void report(suppressErrors.at(span, "not-allowed", { code }));
  if ((reason ?? "").trim() === "") report(suppressErrors.at(span, "missing-reason", { code }));
  return { code };
}

/** For comments on lines of their own: the next line that is not another such comment. */
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
