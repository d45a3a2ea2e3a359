export { compile, compileContracts } from "./compile.ts";
export type { CompileOptions, CompileResult, ContractsResult } from "./compile.ts";
export type { CompiledContract } from "./compile-contract.ts";
export { compareText, defineDiagnostics } from "./diagnostic.ts";
export { contractSchema } from "./contract-schema.ts";
export { diagnosticCodes } from "./diagnostic-codes.ts";
export type { Diagnostic, DiagnosticTable, Fix, Report, Severity, TextEdit } from "./diagnostic.ts";
export { fix } from "./fix/fix.ts";
export type { FixResult } from "./fix/fix.ts";
export { format } from "./format/format.ts";
export type { FormatResult } from "./format/format.ts";
export { didYouMean, nearest } from "./did-you-mean.ts";
export type { KeptContract } from "./kept-contract.ts";
export { toContract, toManifest } from "./model.ts";
export type { ContractModel, DomainModel, ToolModel, ToolSpans } from "./model.ts";
export { parse } from "./parse.ts";
export type { Comment } from "./comment.ts";
export type { ParseResult } from "./parse.ts";
export { printDiagnostics } from "./print/human.ts";
export type { PrintOptions } from "./print/printer.ts";
export type { RuleSettings } from "./rules/check.ts";
export { rules } from "./rules/rules.ts";
export { defaultBudget } from "./rules/facts.ts";
export type { ContextBudget, ContractFacts, ToolFacts } from "./rules/facts.ts";
export { isConfigurable } from "./rules/rule.ts";
export type {
  FileRule,
  FileSubject,
  ProjectRule,
  ProjectSubject,
  Rule,
  RuleReport,
  RuleSubject,
  ToolRule,
} from "./rules/rule.ts";
export type { SourceText, Span } from "./source.ts";
export { findEntry } from "./syntax-tree.ts";
export type { ListNode, MapEntry, MapNode, ScalarNode, SyntaxNode } from "./syntax-tree.ts";
