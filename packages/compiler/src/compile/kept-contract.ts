import { hash } from "node:crypto";
import type { Diagnostic } from "../report/diagnostic.ts";
import type { Comment } from "../syntax/comment.ts";
import type { Declarations } from "../resolve/declarations.ts";
import type { Uses } from "../resolve/surroundings.ts";
import type { ContractFacts } from "../rules/facts/facts.ts";
import type { SourceText } from "../report/source.ts";

/**
 * What compiling one contract came to, without its model: for a later run in which neither its text nor anything that it
 * refers to has changed. Plain data that survives JSON. The options have to be the same, and the version of this package.
 */
export interface KeptContract {
  /** Of its text. */
  readonly hash: string;
  readonly declares: Declarations;
  readonly uses: Uses;
  /** A hash of what it uses. */
  readonly surroundings: string;
  /** Regular expressions in it that take no text very long. */
  readonly safePatterns: readonly string[];
  /** Before suppression. */
  readonly findings: readonly Diagnostic[];
  readonly comments: readonly Comment[];
  readonly facts: ContractFacts;
}

export function isTextOf({ hash: kept }: KeptContract, source: SourceText): boolean {
  return kept === hashText(source);
}

export function hashText({ text }: SourceText): string {
  return hash("sha256", text);
}
