export { compile, compileContracts } from "./compile/compile.ts";
export type { CompileOptions, CompileResult, ContractsResult } from "./compile/compile.ts";
export type { CompiledContract } from "./compile/compile-contract.ts";
export { compareText, defineDiagnostics } from "./report/diagnostic.ts";
export { contractSchema } from "./decode/contract-schema.ts";
export { diagnosticCodes } from "./suppress/diagnostic-codes.ts";
export type { Diagnostic, DiagnosticTable, Fix, Report, Severity, TextEdit } from "./report/diagnostic.ts";
export { type FixResult, fix } from "./fix/fix.ts";
export { type FormatResult, format } from "./format/format.ts";
export { didYouMean, nearest } from "./report/did-you-mean.ts";
export type { HostName } from "./hosts/host.ts";
export type { HostOptions } from "./hosts/check-hosts.ts";
export { hostRules } from "./hosts/host-rules.ts";
export type { AnyHostRule } from "./hosts/host-rule.ts";
export { hashData, noMemo, noLookups, recorded, worldOf } from "./incremental/memo.ts";
export type { LookupAnswer, EntryKey, Memo, NameMap, NameSet, Lookups, World } from "./incremental/memo.ts";
export { contractHash } from "./derive/contract-hash.ts";
export { toContract, toManifest } from "./derive/model.ts";
export type { ContractModel, DomainModel, ToolModel, ToolSpans } from "./derive/model.ts";
export { formats } from "./schemas/keywords.ts";
export { schemaErrors, schemaErrorsOf } from "./schemas/schema-errors.ts";
export { type ParseResult, parse } from "./syntax/parse.ts";
export type { Comment } from "./syntax/comment.ts";
export { printDiagnostics } from "./report/human.ts";
export type { PrintOptions } from "./report/printer.ts";
export type { RuleSettings } from "./rules/check.ts";
export { sha256Bytes, sha256Hex } from "#sha256";
export { rules } from "./rules/rules.ts";
export { conditionLibrary } from "./rules/facts/conditions.ts";
export { sendsUnasked } from "./rules/facts/sends-unasked.ts";
export { defaultBudget } from "./rules/facts/facts.ts";
export type { ContextBudget, ContractFacts, ToolFacts } from "./rules/facts/facts.ts";
export { isConfigurable } from "./rules/facts/rule.ts";
export type {
  FileRule,
  FileSubject,
  ProjectRule,
  ProjectSubject,
  Rule,
  RuleReport,
  RuleSubject,
  ToolRule,
} from "./rules/facts/rule.ts";
export { isRelativeUse, joinPath, usesIn } from "./resolve/uses.ts";
export type { FoundUse, SourceText, Span } from "./report/source.ts";
export { entriesOf, findEntry, findValue, itemsOf, textOf, toJson } from "./syntax/syntax-tree.ts";
export type { ListNode, MapEntry, MapNode, ScalarNode, SyntaxNode } from "./syntax/syntax-tree.ts";
