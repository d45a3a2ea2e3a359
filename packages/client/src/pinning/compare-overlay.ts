import { metaKeys, riskLevels, wireInputSchema, wireOutputSchema } from "@proviso/manifest";
import type { Hints, JsonObject, JsonSchema, ToolContract } from "@proviso/manifest";
import { isSameSchema, listedSchema, withoutIdleDefaults } from "@proviso/manifest/same-schema";
import type { Difference, WireTool } from "../connection/connection.ts";
import { asObject } from "../connection/json.ts";

/**
 * How a listed tool differs from the contract that only this client holds for it. Texts are the
 * client's own. If a schema may mean something else, the contract does not describe this tool. The
 * server's claims about risk and effects count where they are stricter.
 */
export function compareOverlay(contract: ToolContract, listedTool: WireTool): readonly Difference[] {
  const { annotations = {}, meta } = listedTool;
  const inputSchema = objectSchema(listedTool.inputSchema);
  const outputSchema = listedTool.outputSchema && objectSchema(listedTool.outputSchema);
  return [
    ...differencesOf("inputSchema", wireInputSchema(contract), [inputSchema, closedSchema(inputSchema)]),
    ...differencesOf("outputSchema", wireOutputSchema(contract), outputForms(outputSchema)),
    ...stricterHints(contract.hints, annotations),
    ...stricterClaims(contract, asObject(meta[metaKeys.contract]) ?? {}),
  ];
}

/** Adds `type: object` to a schema: arguments and structured results are always objects. */
function objectSchema(schema: JsonSchema): JsonSchema {
  const listed = listedSchema(schema);
  return "type" in listed || "$ref" in listed ? listed : { type: "object", ...listed };
}

function differencesOf(
  what: string,
  known: JsonSchema | undefined,
  forms: readonly (JsonSchema | undefined)[],
): readonly Difference[] {
  const isSame = forms.some((listedTool) =>
    known && listedTool
      ? isSameSchema(known, listedTool) || isSameSchema(known, withoutIdleDefaults(listedTool))
      : known === listedTool,
  );
  return isSame ? [] : [{ what, verdict: "loosened" }];
}

/** Returns the forms of a listed output schema. An output that is no object arrives as the property `result`: see `readResult`. */
function outputForms(listedTool: JsonSchema | undefined): readonly (JsonSchema | undefined)[] {
  if (!listedTool || listedTool["type"] === "object") return [listedTool];
  const { $defs, $schema: _schema, ...result } = listedTool;
  const properties = { result };
  const wrapped = { type: "object", properties, required: ["result"], additionalProperties: false };
  return [listedTool, { ...wrapped, ...($defs !== undefined && { $defs }) }];
}

/**
 * Closes the objects of a server's input schema. Most servers leave objects open and ignore further
 * properties; a closed contract sends none.
 */
function closedSchema(schema: JsonObject): JsonObject {
  const inner = withObjects(schema, (part, key) => {
    if (key === "items") return closedSchema(part);
    return ["properties", "$defs", "definitions"].includes(key) ? withObjects(part, closedSchema) : part;
  });
  const isOpen = schema["properties"] !== undefined && schema["additionalProperties"] === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

/** An object in whose members all objects are changed. */
function withObjects(object: JsonObject, change: (part: JsonObject, key: string) => JsonObject): JsonObject {
  const members = Object.entries(object).map(([key, value]) => {
    const part = asObject(value);
    return [key, part ? change(part, key) : value];
  });
  return Object.fromEntries(members);
}

/** Returns hints that are stricter than known. MCP gives some no meaning for a read. */
function stricterHints(known: Hints, said: JsonObject): readonly Difference[] {
  const names = [
    ...(known.readOnlyHint && said["readOnlyHint"] === false ? ["readOnlyHint"] : []),
    ...(!known.destructiveHint && said["readOnlyHint"] !== true && said["destructiveHint"] === true
      ? ["destructiveHint"]
      : []),
    ...(!known.openWorldHint && said["openWorldHint"] === true ? ["openWorldHint"] : []),
    ...(known.agencyHint !== true && said["agencyHint"] === true ? ["agencyHint"] : []),
  ];
  return names.map((name) => ({ what: `hints.${name}`, verdict: "tightened" }));
}

/** Returns claims of a server's contract that are stricter than ours. Milder ones are ignored. */
function stricterClaims({ riskLevel, confirmation }: ToolContract, said: JsonObject): readonly Difference[] {
  const claimed = riskLevels.findIndex((level) => level === said["riskLevel"]);
  const asks = said["autonomousExecution"] === false || asObject(said["confirmation"])?.["kind"] === "always";
  return [
    ...(claimed > riskLevels.indexOf(riskLevel)
      ? [{ what: "contract.riskLevel", verdict: "tightened" } as const]
      : []),
    ...(asks && confirmation.kind !== "always"
      ? [{ what: "contract.confirmation", verdict: "tightened" } as const]
      : []),
  ];
}
