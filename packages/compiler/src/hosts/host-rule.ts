import type { Severity } from "../report/diagnostic.ts";
import type { Span } from "../report/source.ts";
import type { HostName } from "./host.ts";
import type { SentTool, HostToolList } from "./tool-list.ts";

/** A limit of a host. The message names no host: it is the same for all with that limit. */
export type HostReport = (message: string, span: Span, hint?: string) => void;

interface HostRuleHead<Limit> {
  readonly code: `host/${string}`;
  /** `error`: the host refuses or drops the tool; `warning`: truncates; `info`: in some modes. */
  readonly severity: Severity;
  /** One sentence that says what the rule requires. */
  readonly summary: string;
  /** The hosts that the rule covers: each one's limit, and where it is documented or observed. */
  readonly limits: Readonly<Partial<Record<HostName, Limit & { readonly source: string }>>>;
}

/** Checks one tool of the list. */
export interface HostToolRule<Limit> extends HostRuleHead<Limit> {
  readonly scope: "tool";
  check(tool: SentTool, limit: Limit, report: HostReport, list: HostToolList): void;
}

/** Checks the whole list. */
export interface HostListRule<Limit> extends HostRuleHead<Limit> {
  readonly scope: "list";
  check(list: HostToolList, limit: Limit, report: HostReport): void;
}

export type HostRule<Limit> = HostToolRule<Limit> | HostListRule<Limit>;

/** A rule with its limits applied, so that rules with different kinds of limits fit in one list. */
export interface AnyHostRule extends HostRuleHead<object> {
  run(list: HostToolList, host: HostName, report: HostReport): void;
}

/** Binds a rule of a host to its limits. */
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
