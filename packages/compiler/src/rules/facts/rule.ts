import type { Fix, Severity } from "../../report/diagnostic.ts";
import type { Comment } from "../../syntax/comment.ts";
import type { Users } from "../../resolve/uses.ts";
import type { Span } from "../../report/source.ts";
import type { MapNode } from "../../syntax/syntax-tree.ts";
import type { ContextBudget, ContractFacts, WrittenTool } from "./facts.ts";

/** A contract file as written, with every text in it, comments included. */
export interface FileSubject {
  readonly tree: MapNode;
  readonly comments: readonly Comment[];
}

/** A complete tool, and its fields as written, which tell a stated value from a default. */
export interface RuleSubject extends WrittenTool {
  /** The tool after each entry of its `refine`. Rules in `risk/` check these too, as if each were a tool. */
  readonly variants?: readonly RuleSubject[];
}

/** All contracts together. Plain data that survives JSON, so that an unchanged contract is not read again. */
export interface ProjectSubject {
  /** Sorted by file. */
  readonly contracts: readonly ContractFacts[];
  readonly budget: ContextBudget;
  /** By the path of each used file, the files that use it. */
  readonly users: Users;
}

export type RuleReport = (message: string, span: Span, hint?: string, fix?: Fix) => void;

interface RuleHead {
  readonly code: `${"risk" | "contract" | "lint"}/${string}`;
  readonly severity: Severity;
  /** One sentence that says what the rule requires. */
  readonly summary: string;
}

/** Checks one file. Its findings do not depend on other files. */
export interface FileRule extends RuleHead {
  readonly scope: "file";
  check(subject: FileSubject, report: RuleReport): void;
}

/** Checks one tool, with the types that it uses. */
export interface ToolRule extends RuleHead {
  readonly scope: "tool";
  check(subject: RuleSubject, report: RuleReport): void;
}

/** Checks all contracts together. Runs only if all of them could be read and resolved. */
export interface ProjectRule extends RuleHead {
  readonly scope: "project";
  check(subject: ProjectSubject, report: RuleReport): void;
}

/** One rule, one file, one name. The config can lower or turn off only rules in `lint/`. */
export type Rule = FileRule | ToolRule | ProjectRule;

type Written<Each extends Rule> = Omit<Each, "scope" | "severity"> & { readonly severity?: Severity };

/** Makes a rule. Without a severity, what it finds is an error. */
export function fileRule(rule: Written<FileRule>): FileRule {
  return { severity: "error", ...rule, scope: "file" };
}

export function toolRule(rule: Written<ToolRule>): ToolRule {
  return { severity: "error", ...rule, scope: "tool" };
}

export function projectRule(rule: Written<ProjectRule>): ProjectRule {
  return { severity: "error", ...rule, scope: "project" };
}

/** Whether `rules:` in the config and `# proviso-ignore` can affect a code. */
export function isConfigurable(code: string): boolean {
  return code.startsWith("lint/");
}
