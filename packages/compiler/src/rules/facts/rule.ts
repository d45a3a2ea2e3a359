import type { Fix, Severity } from "../../report/diagnostic.ts";
import type { Comment } from "../../syntax/comment.ts";
import type { Span } from "../../report/source.ts";
import type { MapNode } from "../../syntax/syntax-tree.ts";
import type { ContextBudget, ContractFacts, WrittenTool } from "./facts.ts";

/** A contract file as it is written: every text in it, comments included. */
export interface FileSubject {
  readonly tree: MapNode;
  readonly comments: readonly Comment[];
}

/** A complete tool, and what its author wrote, to tell a stated value from a default. */
export interface RuleSubject extends WrittenTool {
  /** The tool as each entry of its `refine` has it. Rules in `risk/` look at these too, as if each were a tool. */
  readonly variants?: readonly RuleSubject[];
}

/** All contracts together. Plain data that survives JSON, so that a contract which did not change is not read again. */
export interface ProjectSubject {
  /** Sorted by file. */
  readonly contracts: readonly ContractFacts[];
  readonly budget: ContextBudget;
}

export type RuleReport = (message: string, span: Span, hint?: string, fix?: Fix) => void;

interface RuleHead {
  readonly code: `${"risk" | "contract" | "lint"}/${string}`;
  readonly severity: Severity;
  /** One sentence: what the rule asks for. */
  readonly summary: string;
}

/** Looks at one file, and finds the same in it whatever other files say. */
export interface FileRule extends RuleHead {
  readonly scope: "file";
  check(subject: FileSubject, report: RuleReport): void;
}

/** Looks at one tool, with the types that it uses. */
export interface ToolRule extends RuleHead {
  readonly scope: "tool";
  check(subject: RuleSubject, report: RuleReport): void;
}

/** Looks at all contracts together; it is not asked if one of them could not be read or resolved. */
export interface ProjectRule extends RuleHead {
  readonly scope: "project";
  check(subject: ProjectSubject, report: RuleReport): void;
}

/** One rule, one file, one name. Rules in `lint/` may be turned down or off in the config, the others not. */
export type Rule = FileRule | ToolRule | ProjectRule;

/** Whether `rules:` of the config and `# proviso-ignore` reach a code. */
export function isConfigurable(code: string): boolean {
  return code.startsWith("lint/");
}
