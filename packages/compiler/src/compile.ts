import type { WireNames } from "@proviso/manifest";
import { type ContractDocument, decode } from "./decode/decode.ts";
import { deriveTool } from "./derive/derive-tool.ts";
import { compareText, type Diagnostic, tidyDiagnostics } from "./diagnostic.ts";
import type { ContractModel, DomainModel } from "./model.ts";
import { parse } from "./parse.ts";
import { type ResolvedDomain, resolve } from "./resolve/resolve.ts";
import { check, type RuleSettings } from "./rules/check.ts";
import type { RuleSubject } from "./rules/rule.ts";
import type { SourceText } from "./source.ts";

export interface CompileOptions {
  readonly wireNames?: WireNames;
  readonly rules?: RuleSettings;
}

export interface CompileResult {
  /** Only when no diagnostic is an error. */
  readonly model?: ContractModel;
  /** Sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Contract text in, model and diagnostics out: parse -> decode -> resolve -> derive -> check. */
export function compile(sources: readonly SourceText[], options: CompileOptions = {}): CompileResult {
  const parsed = sources.toSorted((a, b) => compareText(a.path, b.path)).map(parse);
  const decoded = parsed.flatMap(({ tree }) => (tree ? [decode(tree)] : []));
  const documents = decoded.flatMap(({ document }) => (document ? [document] : []));
  const resolved = resolve(documents, documents.length < sources.length || !documents.every(namesAreKnown));
  const derived = resolved.domains.map(deriveDomain);
  const findings = check(
    derived.flatMap(({ subjects }) => subjects),
    options.rules ?? {},
  );
  const diagnostics = tidyDiagnostics([
    ...[...parsed, ...decoded, resolved].flatMap((stage) => stage.diagnostics),
    ...findings,
  ]);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const domains = derived.map(({ model }) => model).toSorted((a, b) => compareText(a.name, b.name));
  return { model: { domains }, diagnostics };
}

/** False if names of this file went missing, so that a reference to one of them is no further mistake. */
function namesAreKnown({ fields, keys }: ContractDocument): boolean {
  const misread = (["types", "permissions", "failureModes", "tools"] as const).some(
    (key) => keys[key] && !fields[key],
  );
  return fields.domain !== undefined && !misread;
}

function deriveDomain(domain: ResolvedDomain): { model: DomainModel; subjects: readonly RuleSubject[] } {
  const subjects = domain.tools.map((tool) => ({ tool: deriveTool(tool), written: tool.document.fields }));
  const tools = subjects.map(({ tool }) => tool).toSorted((a, b) => compareText(a.name, b.name));
  return { model: { ...domain, tools }, subjects };
}
