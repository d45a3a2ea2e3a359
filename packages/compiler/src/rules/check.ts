import type { Diagnostic, Severity } from "../diagnostic.ts";
import type { Rule, RuleSubject } from "./rule.ts";
import { rules } from "./rules.ts";

/** By code: how a rule is to be reported. Only rules in `lint/` listen. */
export type RuleSettings = Readonly<Record<string, "off" | Severity>>;

/** Runs every rule on every tool. */
export function check(subjects: readonly RuleSubject[], settings: RuleSettings): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const rule of rules) {
    const severity = severityOf(rule, settings);
    if (severity === "off") continue;
    for (const subject of subjects)
      rule.check(subject, (message, span, hint) => {
        diagnostics.push({
          code: rule.code,
          severity,
          message,
          ...(hint === undefined ? {} : { hint }),
          span,
        });
      });
  }
  return diagnostics;
}

function severityOf(rule: Rule, settings: RuleSettings): "off" | Severity {
  const set = Object.hasOwn(settings, rule.code) ? settings[rule.code] : undefined;
  return rule.code.startsWith("lint/") && set !== undefined ? set : rule.severity;
}
