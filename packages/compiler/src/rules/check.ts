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

/** By code: how a rule is to be reported. Only rules in `lint/` listen. */
export type RuleSettings = Readonly<Record<string, "off" | Severity>>;

/** What the rules about one file as it is written find. */
export function checkFile(file: FileSubject, settings: RuleSettings): Diagnostic[] {
  return run(settings, (rule, report) => {
    if (rule.scope === "file") rule.check(file, report);
  });
}

/** What the rules about one tool find in these, and those of the risk model in their variants. */
export function checkTools(tools: readonly RuleSubject[], settings: RuleSettings): Diagnostic[] {
  return run(settings, (rule, report) => {
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
  // What is wrong with a tool is wrong with each variant of it that says nothing else.
  if (found || !rule.code.startsWith("risk/")) return;
  for (const variant of subject.variants ?? []) if (isMilder(variant, subject)) rule.check(variant, report);
}

/** One that is not has the wrong level, which is reported: what that level would ask for follows from it. */
function isMilder({ tool }: RuleSubject, { tool: whole }: RuleSubject): boolean {
  return (
    whole.riskLevel !== "forbidden" &&
    riskLevels.indexOf(tool.riskLevel) <= riskLevels.indexOf(whole.riskLevel)
  );
}

/** What the rules about all contracts together find. */
export function checkProject(project: ProjectSubject, settings: RuleSettings): Diagnostic[] {
  return run(settings, (rule, report) => {
    if (rule.scope === "project") rule.check(project, report);
  });
}

/** Has every rule asked that is not turned off, and collects what it reports. */
function run(settings: RuleSettings, ask: (rule: Rule, report: RuleReport) => void): Diagnostic[] {
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
