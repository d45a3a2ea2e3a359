import type { Json, JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import { recordOf } from "../syntax/record.ts";
import type { Span } from "../report/source.ts";
import { entriesOf, findValue, type SyntaxNode } from "../syntax/syntax-tree.ts";
import { typeErrors } from "../schemas/problems.ts";
import { checkValues, compileIn, inlineRoot, reachedTypes, selfContained } from "./named-types.ts";
import type { ProjectNames } from "./project-names.ts";

/** A field of a tool that holds a schema, with the property names reserved in it and the reason for each. */
export interface SchemaRole {
  readonly field: "inputSchema" | "outputSchema" | "preview";
  readonly reserved: ReadonlyMap<string, string>;
}

const reservedInPlans = "every plan has it";

/** `targets` is what a handler says of its plan, beside the preview. */
const planFields = [
  "dryRun",
  "warnings",
  "missingPermissions",
  "expectedSideEffects",
  "estimatedDurationMs",
  "targets",
];

const whyReserved = {
  inputSchema: "`dryRun:` of the tool adds it to the arguments",
  outputSchema: "it tells a plan from a result",
} as const;

/** `dryRun` is reserved only in tools with a dry run. */
export function schemaRole(field: keyof typeof whyReserved, hasDryRun: boolean): SchemaRole {
  return { field, reserved: new Map(hasDryRun ? [["dryRun", whyReserved[field]]] : []) };
}

export const previewRole: SchemaRole = {
  field: "preview",
  reserved: new Map(planFields.map((name) => [name, reservedInPlans])),
};

/** A domain, and the declarations it can refer to. */
export interface ToolScope {
  readonly domain: string;
  readonly names: ProjectNames;
}

/** A schema, and the full names of all types in it. */
export interface ResolvedSchema {
  readonly schema: JsonSchema;
  readonly types: readonly string[];
}

/** Compiles the schema of an input, output or preview: an object, self-contained. */
export function resolveSchema(
  node: SyntaxNode | undefined,
  role: SchemaRole,
  place: ToolScope,
  report: Report,
): ResolvedSchema | undefined {
  const { types } = place.names;
  const compiled = node && compileIn(place.domain, node, place.names, report, true);
  const inlinedSchema = compiled && inlineRoot(compiled, types);
  if (!node || !inlinedSchema) return undefined;
  const isWrapped = role.field === "outputSchema" && isNoObject(inlinedSchema.schema);
  const root = {
    ...inlinedSchema,
    schema: isWrapped ? wrappedSchema(inlinedSchema.schema) : asObjectSchema(inlinedSchema.schema),
  };
  checkValues(compiled, types, report);
  if (root.schema["type"] !== "object")
    return void report(typeErrors.at(node.span, "not-an-object", { field: role.field }));
  const schema = { ...root.schema, properties: root.schema["properties"] ?? {} };
  reportReserved(schema, node, role, report);
  const whole = selfContained({ schema, references: root.references }, types);
  const reached = reachedTypes(compiled.references, types);
  return whole && reached && { schema: whole, types: [...reached.keys()] };
}

/** Wraps a schema that is not an object as the property `result` of one, as the MCP SDKs do. */
function wrappedSchema(schema: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { result: schema },
    required: ["result"],
    additionalProperties: false,
  };
}

/** Whether no object can fit the schema. */
function isNoObject({ type, enum: values, const: only }: JsonSchema): boolean {
  if (type !== undefined) return Array.isArray(type) ? !type.includes("object") : type !== "object";
  const listed = only === undefined ? values : [only];
  return Array.isArray(listed) && listed.every((value: Json) => typeof value !== "object" || value === null);
}

/** Adds `type: object` to a choice or combination of objects, which does not state it. */
function asObjectSchema(schema: JsonSchema): JsonSchema {
  const isCombined = ["allOf", "anyOf", "oneOf"].some((keyword) => Object.hasOwn(schema, keyword));
  return schema["type"] === undefined && isCombined ? { type: "object", ...schema } : schema;
}

function reportReserved(schema: JsonSchema, node: SyntaxNode, role: SchemaRole, report: Report): void {
  const spans = propertySpans(node);
  for (const name of Object.keys(schema["properties"] ?? {})) {
    const reason = role.reserved.get(name);
    if (reason !== undefined)
      report(typeErrors.at(spans[name] ?? node.span, "reserved-property", { name, reason }));
  }
}

/** The spans of an object schema's properties, in either notation; empty for a named type. */
export function propertySpans(node: SyntaxNode | undefined): Readonly<Record<string, Span>> {
  const properties = findValue(node, "properties");
  const entries = entriesOf(properties?.kind === "map" ? properties : node);
  return recordOf(entries.map(({ key, keySpan }) => [key.replace(/\?$/, ""), keySpan] as const));
}
