import type { JsonSchema } from "@proviso/manifest";
import type { ContractDocument } from "../decode/decode.ts";
import type { Report } from "../report/diagnostic.ts";
import { recordOf } from "../syntax/record.ts";
import { type NamedTypes, selfContained } from "./named-types.ts";
import type { ProjectNames } from "./project-names.ts";
import { type ResolvedTool, resolveTool } from "./resolve-tool.ts";
import { type DeclaredNames, declaredNames, mergeNames, type NamesByKind } from "./used-names.ts";

/** A contract file with all names looked up. */
export interface ResolvedDomain {
  readonly name: string;
  readonly file: string;
  readonly description: string;
  readonly types: Readonly<Record<string, JsonSchema>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly declared: DeclaredNames;
  /** The names that its tools use. */
  readonly used: NamesByKind;
  readonly tools: readonly ResolvedTool[];
}

/** Looks up every name in a document. `name` is the document's domain. */
export function resolve(
  name: string,
  document: ContractDocument,
  names: ProjectNames,
  report: Report,
): ResolvedDomain {
  const place = { domain: name, names };
  const { fields, span } = document;
  const tools = (fields.tools ?? []).flatMap((tool) => resolveTool(tool, place, report) ?? []);
  return {
    name,
    file: fileInPackage(span.file),
    description: fields.description?.value ?? "",
    types: typesOf(name, document, names.types),
    permissions: recordOf(
      (fields.permissions ?? [])
        .filter(({ name: permission, nameSpan }) => isOfProduct(permission, nameSpan.file, names))
        .map((permission) => [permission.name, permission.value.value] as const),
    ),
    declared: declaredNames(name, document),
    used: mergeNames(tools.map(({ used }) => used)),
    tools,
  };
}

/** The path of a package's file without the folders in which it is installed, which differ between machines. */
function fileInPackage(path: string): string {
  return path.split("node_modules/").at(-1) ?? path;
}

/** Of a shared file, a product has only the permissions that its own tools require. */
function isOfProduct(permission: string, file: string, { usedFiles, needed }: ProjectNames): boolean {
  return !usedFiles.has(file) || needed.has(permission);
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
