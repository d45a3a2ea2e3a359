import { demandedLogIn, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { isSameSchema } from "@proviso/manifest/same-schema";
import type { ToolModel } from "../../derive/model.ts";
import { schemaErrors } from "../../schemas/schema-errors.ts";

/** What goes into a tool and comes out. */
export interface ToolSchemas {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/** The argument that takes the id of the call whose outcome is unknown. */
export const callIdField = "callId";

/** The server gives every call an id like this one. */
const exampleId = "3f1c9a52-77b0-4a0e-9d3e-5f2a64c1b8d0";

/** Why a tool cannot find out what became of a call, whichever that is. */
export function readerProblem(tool: ToolModel): string | undefined {
  const { confirmation, dryRun, sideEffects, riskLevel } = tool;
  if (riskLevel === "forbidden") return "is forbidden";
  if (sideEffects.length > 0) return "has side effects";
  if (confirmation.kind !== "never") return "needs a person, and nobody is asked then";
  if (demandedLogIn(tool)) return "needs a log-in, and nobody is asked then";
  if (dryRun?.mode === "required") return "needs a dry run first";
  return callIdProblem(tool.inputSchema) ?? (schemasOf(tool) ? undefined : "returns content blocks");
}

/** A step's key: the id of its call's work, and its name. */
const exampleStep = `${exampleId.replaceAll("-", "")}/send_letter`;

/** Why a tool cannot undo a step, whichever that is. Arguments that only the step returns are not known here. */
export function undoerProblem({ compensate, dryRun, inputSchema, riskLevel }: ToolModel): string | undefined {
  if (riskLevel === "forbidden") return "is forbidden";
  if (dryRun?.mode === "required") return "needs a dry run first";
  if (compensate !== undefined) return "has `compensate` too, and what undoes a step is not undone itself";
  return callIdProblem(inputSchema, exampleStep);
}

/** Undefined for a tool with content blocks: its result cannot stand for another's. */
export function schemasOf({ inputSchema, outputSchema, result }: ToolModel): ToolSchemas | undefined {
  return outputSchema && !result ? { input: inputSchema, output: outputSchema } : undefined;
}

function callIdProblem(input: JsonSchema, example = exampleId): string | undefined {
  const schema = propertyOf(input, callIdField);
  if (!schema || !requiredIn(input).has(callIdField))
    return `does not require the argument \`${callIdField}\`, a string`;
  const [error] = schemaErrors(schema, example);
  return error && `does not take the id of a call, such as \`${example}\`, as \`${callIdField}\``;
}

/** Why a reader cannot look up a writer's call: the first field that it lacks, or leaves out. */
export function schemaProblem(writer: ToolSchemas, reader: ToolSchemas): string | undefined {
  const wanted = [...requiredIn(reader.input)].filter((name) => name !== callIdField);
  const missing = wanted.find((name) => !holdsSame(writer.input, reader.input, name));
  if (missing !== undefined)
    return `requires \`${missing}\`, which is no required argument of the same type here`;
  // The result is made of named fields of what the reader returns, so others would be lost.
  if (writer.output["additionalProperties"] !== false || writer.output["patternProperties"])
    return "can return named fields only, and `outputSchema` here allows others";
  const known = Object.keys(propertiesOf(writer.output));
  const absent = known.find((name) => !holdsSame(reader.output, writer.output, name));
  return absent === undefined ? undefined : `does not return \`${absent}\` as this tool does`;
}

/** Whether a schema has a property as another one has it, and requires it if that one does. */
function holdsSame(schema: JsonSchema, other: JsonSchema, name: string): boolean {
  const [own, wanted] = [propertyOf(schema, name), propertyOf(other, name)];
  if (!own || !wanted || !isSameSchema(own, wanted)) return false;
  return requiredIn(schema).has(name) || !requiredIn(other).has(name);
}

/** A property as a schema of its own. */
function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const property = propertiesOf(schema)[name];
  return property && { ...property, ...(schema["$defs"] !== undefined && { $defs: schema["$defs"] }) };
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonObject | undefined>> {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(Object.entries(properties));
}

function requiredIn(schema: JsonSchema): ReadonlySet<string> {
  return new Set((schema["required"] ?? []) as readonly string[]);
}
