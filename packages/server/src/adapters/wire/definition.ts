import {
  interactionKey,
  metaKeys,
  wireDescription,
  wireInputSchema,
  wireName,
  wireOutputSchema,
  type Icon,
  type JsonSchema,
  type ToolContract,
  type WireNames,
} from "@proviso/manifest";
import type { EnforcingServer } from "../../api/outcome.ts";

/** A tool as listed. Not a type of an SDK, because those lack `agencyHint` and `requirements`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly icons?: readonly Icon[];
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolContract["hints"] & { readonly title: string };
  readonly execution?: { readonly requirements: readonly string[] };
  readonly _meta: Readonly<Record<string, unknown>>;
}

/**
 * The contract in `_meta` is authoritative, because SDKs drop unknown fields of `annotations` and `execution`; those two repeat
 * it for readers of the raw protocol.
 */
export function toolDefinition(tool: ToolContract, wireNames: WireNames): ToolDefinition {
  const outputSchema = wireOutputSchema(tool);
  return {
    name: wireName(tool, wireNames),
    title: tool.title,
    ...(tool.icons ? { icons: tool.icons } : {}),
    description: wireDescription(tool),
    inputSchema: wireInputSchema(tool),
    ...(outputSchema ? { outputSchema } : {}),
    annotations: { title: tool.title, ...tool.hints },
    ...(tool.requirements.length > 0 ? { execution: { requirements: tool.requirements } } : {}),
    _meta: {
      ...tool.meta,
      [metaKeys.contract]: tool,
      ...(tool.confirmation.kind === "always" ? { [interactionKey]: true } : {}),
    },
  };
}

/** Makes the definition of each tool once, when it is first needed. */
export function toolDefiner({ manifest }: EnforcingServer): (tool: ToolContract) => ToolDefinition {
  const definitions = new WeakMap<ToolContract, ToolDefinition>();
  return (tool) => {
    const definition = definitions.get(tool) ?? toolDefinition(tool, manifest.wireNames);
    definitions.set(tool, definition);
    return definition;
  };
}
