import {
  canonicalJson,
  contractParts,
  wireDescription,
  wireInputSchema,
  wireOutputSchema,
} from "@proviso/manifest";
import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import type { WireTool } from "../connection/connection.ts";
import { hashOfRest } from "../connection/fingerprint.ts";
import { claimedContract } from "../tool/claims.ts";

/**
 * Everything that a server lists about a tool: the contract, and what a model sees, because a
 * server can change one without the other. Plain JSON, so that a host can store it.
 */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  /** The four hints of MCP, null if not given. SDKs remove other annotations. */
  readonly hints: { readonly [hint: string]: boolean | null };
  readonly contract: JsonObject | null;
};

/** Known definitions, by listed name. Plain JSON, for a host to store. */
export type Pins = Readonly<Record<string, ToolDefinition>>;

export function definitionOf(listed: WireTool): ToolDefinition {
  return { name: listed.name, ...definitionShownBy(listed), contract: claimedContract(listed) ?? null };
}

/** Returns the definition that a server lists if it follows the contract. */
export async function definitionOfContract(contract: ToolContract, wire: string): Promise<ToolDefinition> {
  const { facts, rest } = contractParts(contract);
  return { ...definitionBeside(contract, wire), contract: { ...facts, rest: await hashOfRest(rest) } };
}

/** Returns the parts of a server's definition outside the contract. */
export function definitionBeside(contract: ToolContract, wire: string): Omit<ToolDefinition, "contract"> {
  const { title, hints } = contract;
  const description = wireDescription(contract);
  const [inputSchema, outputSchema] = [wireInputSchema(contract), wireOutputSchema(contract)];
  return {
    name: wire,
    ...definitionShownBy({
      title,
      description,
      inputSchema,
      ...(outputSchema ? { outputSchema } : {}),
      annotations: { ...hints },
    }),
  };
}

type ShownDefinition = Pick<
  WireTool,
  "title" | "description" | "inputSchema" | "outputSchema" | "annotations"
>;

function definitionShownBy({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations = {},
}: ShownDefinition) {
  return {
    title: title ?? null,
    description: description ?? null,
    inputSchema,
    outputSchema: outputSchema ?? null,
    hints: Object.fromEntries(shownHints.map((name) => [name, asHint(annotations[name])])),
  };
}

const shownHints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

function asHint(value: Json | undefined): boolean | null {
  return typeof value === "boolean" ? value : null;
}

export function isSameDefinition(a: ToolDefinition, b: ToolDefinition): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
