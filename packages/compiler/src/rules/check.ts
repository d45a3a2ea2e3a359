import { riskLevels } from "@proviso/manifest";
import type { Diagnostic, Severity } from "../report/diagnostic.ts";
import {
  type FileSubject,
  isConfigurable,
  type ProjectSubject,
  type Rule,
  type RuleReport,
  type RuleSubject,
  type ToolRule,
} from "./facts/rule.ts";
import { rules } from "./rules.ts";

/** How each rule is reported, by code. Only rules in `lint/` can be set. */
export type RuleSettings = Readonly<Record<string, "off" | Severity>>;

/** Runs the rules with the scope `file`. */
export function checkFile(file: FileSubject, settings: RuleSettings): Diagnostic[] {
  return runRule(settings, (rule, report) => {
    if (rule.scope === "file") rule.check(file, report);
  });
}

/** Runs rules of the scope `tool` on each tool, and risk rules on its refined variants. */
export function checkTools(tools: readonly RuleSubject[], settings: RuleSettings): Diagnostic[] {
  return runRule(settings, (rule, report) => {
    if (rule.scope !== "tool") return;
    for (const subject of tools) checkTool(rule, subject, report);
  });
}

function checkTool(rule: ToolRule, subject: RuleSubject, report: RuleReport): void {
  let found = false;
  rule.check(subject, (...finding) => {
    found = true;
    report(...finding);
  });
  // A variant inherits what its refinement leaves: a finding about the tool is not repeated.
  if (found || !rule.code.startsWith("risk/")) return;
  for (const variant of subject.variants ?? []) if (isMilder(variant, subject)) rule.check(variant, report);
}

/**
 * False for a variant with a higher level than the tool: that is reported as such, and other
 * findings would only follow from it.
 */
function isMilder({ tool }: RuleSubject, { tool: whole }: RuleSubject): boolean {
  return (
    whole.riskLevel !== "forbidden" &&
    riskLevels.indexOf(tool.riskLevel) <= riskLevels.indexOf(whole.riskLevel)
  );
}

/** Runs the rules with the scope `project`. */
export function runProjectRules(project: ProjectSubject, settings: RuleSettings): Diagnostic[] {
  return runRule(settings, (rule, report) => {
    if (rule.scope === "project") rule.check(project, report);
  });
}

/** Runs every rule that is not turned off, and collects the findings. */
function runRule(settings: RuleSettings, ask: (rule: Rule, report: RuleReport) => void): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const rule of rules) {
    const severity = severityOf(rule, settings);
    if (severity === "off") continue;
    ask(rule, (message, span, hint, fix) => {
      const extras = { ...(hint === undefined ? {} : { hint }), ...(fix === undefined ? {} : { fix }) };
      diagnostics.push({ code: rule.code, severity, message, ...extras, span });
    });
  }
  return diagnostics;
}

function severityOf(rule: Rule, settings: RuleSettings): "off" | Severity {
  const set = Object.hasOwn(settings, rule.code) ? settings[rule.code] : undefined;
  return isConfigurable(rule.code) && set !== undefined ? set : rule.severity;
}
