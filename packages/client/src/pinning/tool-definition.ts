import {
  canonicalJson,
  metaKeys,
  wireDescription,
  wireInputSchema,
  wireOutputSchema,
} from "@proviso/manifest";
import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import type { WireTool } from "../connection/connection.ts";
import { fingerprint } from "../json/fingerprint.ts";
import { asObject } from "../json/json.ts";

/**
 * All that a server shows of a tool: the contract in `_meta`, and what a model is shown beside it, because a server can
 * leave the one as it was and change the other. Plain JSON, so that a host can keep it.
 */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  /** The four hints of MCP, null where the server says nothing: SDKs drop every other annotation. */
  readonly hints: { readonly [hint: string]: boolean | null };
  readonly contract: JsonObject | null;
};

/** How tools have looked, by the name under which the server lists them. Plain JSON, for a host to keep. */
export type Pins = Readonly<Record<string, ToolDefinition>>;

export function definitionOf(listed: WireTool): ToolDefinition {
  return {
    name: listed.name,
    ...shownBy(listed),
    contract: asObject(listed.meta[metaKeys.contract]) ?? null,
  };
}

/** What a server shows of a contract that it keeps to. */
export function definitionOfContract(contract: ToolContract, wire: string): ToolDefinition {
  const { title, hints } = contract;
  const description = wireDescription(contract);
  const [inputSchema, outputSchema] = [wireInputSchema(contract), wireOutputSchema(contract)];
  return {
    name: wire,
    ...shownBy({
      title,
      description,
      inputSchema,
      ...(outputSchema ? { outputSchema } : {}),
      annotations: { ...hints },
    }),
    contract: contract as unknown as JsonObject,
  };
}

type Shown = Pick<WireTool, "title" | "description" | "inputSchema" | "outputSchema" | "annotations">;

function shownBy({ title, description, inputSchema, outputSchema, annotations = {} }: Shown) {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    title: title ?? null,
    description: description ?? null,
    inputSchema,
    outputSchema: outputSchema ?? null,
    hints: {
      readOnlyHint: asHint(readOnlyHint),
      destructiveHint: asHint(destructiveHint),
      idempotentHint: asHint(idempotentHint),
      openWorldHint: asHint(openWorldHint),
    },
  };
}

function asHint(value: Json | undefined): boolean | null {
  return typeof value === "boolean" ? value : null;
}

export function isSameDefinition(a: ToolDefinition, b: ToolDefinition): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** Hex SHA-256 of the canonical JSON: names exactly this definition of exactly this tool. */
export function hashDefinition(definition: ToolDefinition): Promise<string> {
  return fingerprint(definition);
}
