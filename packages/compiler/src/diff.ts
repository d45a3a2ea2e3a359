export { changeRules } from "./diff/change-rules.ts";
export { changePages, explainChange } from "./diff/pages/change-pages.ts";
export type { ChangePage } from "./diff/pages/change-pages.ts";
export { diffManifests } from "./diff/diff-manifests.ts";
export { isAlike } from "./diff/pairing/pair-tools.ts";
export type { CallersVerdict, Change, ModelVerdict, SafetyVerdict, Verdicts } from "./diff/facts/change.ts";
export type { ChangeExample, ChangeKind, ChangeRule, ContractLines } from "./diff/facts/change-rule.ts";
export { failConditions, isFailure, severityOf } from "./diff/facts/severity.ts";
export type { ChangeSeverity, FailCondition } from "./diff/facts/severity.ts";
