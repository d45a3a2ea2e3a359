import type { Severity } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { HostName } from "./host.ts";
import type { ListedTool, ToolList } from "./tool-list.ts";

/** What a host does not take. The message is the same for hosts with the same limit, and names none. */
export type HostReport = (message: string, span: Span, hint?: string) => void;

interface HostRuleHead<Limit> {
  readonly code: `host/${string}`;
  /** `error`: the host refuses or loses the tool; `warning`: it cuts something; `info`: only in a mode of its own. */
  readonly severity: Severity;
  /** One sentence: what the rule asks for. */
  readonly summary: string;
  /** The hosts that it is about: what each takes, and where that is documented or was seen. */
  readonly limits: Readonly<Partial<Record<HostName, Limit & { readonly source: string }>>>;
}

/** Looks at one tool of the list. */
export interface HostToolRule<Limit> extends HostRuleHead<Limit> {
  readonly scope: "tool";
  check(tool: ListedTool, limit: Limit, report: HostReport, list: ToolList): void;
}

/** Looks at the whole list. */
export interface HostListRule<Limit> extends HostRuleHead<Limit> {
  readonly scope: "list";
  check(list: ToolList, limit: Limit, report: HostReport): void;
}

export type HostRule<Limit> = HostToolRule<Limit> | HostListRule<Limit>;

/** A rule for any limit, as the list of all rules holds it: what it asks of one host. */
export interface AnyHostRule extends HostRuleHead<object> {
  run(list: ToolList, host: HostName, report: HostReport): void;
}

/** Ties a rule to its limits, so that rules with different kinds of them can stand in one list. */
export function hostRule<Limit extends object>(rule: HostRule<Limit>): AnyHostRule {
  const { code, severity, summary, limits } = rule;
  return {
    code,
    severity,
    summary,
    limits,
    run(list, host, report) {
      const limit = limits[host];
      if (!limit) return;
      if (rule.scope === "list") rule.check(list, limit, report);
      else for (const tool of list.tools) rule.check(tool, limit, report, list);
    },
  };
}
