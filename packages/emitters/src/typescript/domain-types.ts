import type { JsonSchema, ResultContent, ToolContract } from "@proviso/manifest";
import { docText } from "./doc-comment.ts";
import type { CodeNames } from "../naming/domain-outline.ts";
import type { TypeScriptStatement } from "./print-typescript.ts";
import { schemaDoc } from "./schema-doc.ts";
import { stringLiteral } from "../text/literal-text.ts";
import { interfaceMembers, type TypeNames, typeText } from "./schema-to-type.ts";
import type { VisibleDomain } from "../naming/visible-domain.ts";

/** The named types of a domain. */
export function namedTypeStatements(
  { names, types }: VisibleDomain,
  typeNames: TypeNames,
): TypeScriptStatement[] {
  return types.map(({ key, schema }) =>
    declareType(names.types.get(key) ?? key, schema, schemaDoc(schema), typeNames),
  );
}

/** Calls `write` for each tool of a domain that has names, and concatenates the results. */
export function eachTool<T>(
  { names, tools }: VisibleDomain,
  write: (tool: ToolContract, names: CodeNames) => readonly T[],
): T[] {
  return tools.flatMap((tool) => {
    const toolNames = names.tools.get(tool.name);
    return toolNames ? write(tool, toolNames) : [];
  });
}

/** The types of a tool's input, output and preview. */
export function toolTypes(
  tool: ToolContract,
  { type }: CodeNames,
  typeNames: TypeNames,
): TypeScriptStatement[] {
  const { name, inputSchema, outputSchema = {}, result, dryRun } = tool;
  const preview = dryRun
    ? [declareType(`${type}Preview`, dryRun.preview, [`What a dry run of \`${name}\` shows.`], typeNames)]
    : [];
  return [
    declareType(`${type}Input`, inputSchema, [`The arguments of \`${name}\`.`], typeNames),
    result
      ? contentType(`${type}Output`, tool, result, typeNames)
      : declareType(`${type}Output`, outputSchema, [`The result of \`${name}\`.`], typeNames),
    ...preview,
  ];
}

/** Content blocks, and the structured content beside them where there is a schema for it. */
function contentType(
  name: string,
  { name: tool, outputSchema }: ToolContract,
  { kinds }: ResultContent,
  typeNames: TypeNames,
): TypeScriptStatement {
  const content = `${typeNames.runtime("ContentResult")}<${kinds.map(stringLiteral).join(" | ")}>`;
  const structured = outputSchema
    ? ` & { readonly structuredContent: ${typeText(outputSchema, typeNames)} }`
    : "";
  const docs = [docText(`The result of \`${tool}\`.`)];
  return { kind: "typeAlias", name, type: content + structured, docs };
}

/** An interface if the schema is an object with declared members only, else a type alias. */
function declareType(
  name: string,
  schema: JsonSchema,
  doc: readonly string[],
  typeNames: TypeNames,
): TypeScriptStatement {
  const docs = doc.length > 0 ? [docText(...doc)] : [];
  const members = interfaceMembers(schema, typeNames);
  if (!members) return { kind: "typeAlias", name, type: typeText(schema, typeNames), docs };
  const properties = members.map((member) => ({
    name: member.name,
    type: member.type,
    hasQuestionToken: member.optional,
    docs: member.doc.length > 0 ? [docText(...member.doc)] : [],
  }));
  return { kind: "interface", name, properties, docs };
}
