import type { ToolFields } from "../decode/document.ts";
import type { Severity } from "../diagnostic.ts";
import type { ToolModel } from "../model.ts";
import type { Span } from "../source.ts";

/** What a rule looks at: a complete tool, and what its author wrote, to tell a stated value from a default. */
export interface RuleSubject {
  readonly tool: ToolModel;
  readonly written: Partial<ToolFields>;
}

export type RuleReport = (message: string, span: Span, hint?: string) => void;

/** One rule, one file, one name. Rules in `lint/` may be turned down or off in the config, the others not. */
export interface Rule {
  readonly code: `${"risk" | "contract" | "lint"}/${string}`;
  readonly severity: Severity;
  /** One sentence: what the rule asks for. */
  readonly summary: string;
  check(subject: RuleSubject, report: RuleReport): void;
}
