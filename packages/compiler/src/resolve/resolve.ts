import type { JsonSchema } from "@proviso/manifest";
import type { ContractDocument } from "../decode/decode.ts";
import type { Diagnostic, Report } from "../diagnostic.ts";
import { recordOf } from "../record.ts";
import { compileNamedTypes, type NamedTypes, selfContained } from "./named-types.ts";
import { type Place, type ResolvedTool, resolveTool } from "./resolve-tool.ts";
import { collectSymbols } from "./symbols.ts";
import { checkToolNames } from "./tool-names.ts";
import { type DeclaredNames, declaredNames, mergeNames, type NamesByKind } from "./used-names.ts";

/** A contract file of which every name has been looked up. */
export interface ResolvedDomain {
  readonly name: string;
  readonly file: string;
  readonly description: string;
  readonly types: Readonly<Record<string, JsonSchema>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly declared: DeclaredNames;
  /** By its tools. */
  readonly used: NamesByKind;
  readonly tools: readonly ResolvedTool[];
}

export interface ResolveResult {
  readonly domains: readonly ResolvedDomain[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks up every name in all documents; `incomplete` says that there are files which could not be read. */
export function resolve(documents: readonly ContractDocument[], incomplete: boolean): ResolveResult {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const isComplete = !incomplete && documents.every(({ namesAreKnown }) => namesAreKnown);
  const symbols = collectSymbols(documents, !isComplete, report);
  const types = compileNamedTypes(symbols, report);
  checkToolNames(symbols, report);
  const domains = [...symbols.domains].map(([name, document]) =>
    resolveDomain(document, { domain: name, symbols, types }, report),
  );
  return { domains, diagnostics };
}

function resolveDomain(document: ContractDocument, place: Place, report: Report): ResolvedDomain {
  const { fields, span } = document;
  const tools = (fields.tools ?? []).flatMap((tool) => resolveTool(tool, place, report) ?? []);
  return {
    name: place.domain,
    file: span.file,
    description: fields.description?.value ?? "",
    types: typesOf(place.domain, document, place.types),
    permissions: recordOf(
      (fields.permissions ?? []).map((permission) => [permission.name, permission.value.value] as const),
    ),
    declared: declaredNames(place.domain, document),
    used: mergeNames(tools.map(({ used }) => used)),
    tools,
  };
}

function typesOf(
  domain: string,
  document: ContractDocument,
  types: NamedTypes,
): Readonly<Record<string, JsonSchema>> {
  return recordOf(
    (document.fields.types ?? []).flatMap(({ name }) => {
      const compiled = types.get(`${domain}.${name}`);
      const schema = compiled && selfContained(compiled, types);
      return schema ? [[name, schema] as const] : [];
    }),
  );
}
