import {
  metaKeys,
  wireInputSchema,
  wireName,
  wireOutputSchema,
  type ToolContract,
  type WireNames,
} from "@proviso/manifest";
import type { EnforcingServer, Principal } from "../outcome.ts";
import type { ListToolsResult, Tool } from "./sdk.ts";

/**
 * A tool as clients see it. The contract in `_meta` is the canonical one, as SDKs drop what they do not know from
 * `annotations` and `execution`; those two mirror it for readers of the raw protocol.
 */
export function toolDefinition(tool: ToolContract, wireNames: WireNames): Tool {
  const definition = {
    name: wireName(tool.name, wireNames),
    title: tool.title,
    description: tool.description,
    inputSchema: wireInputSchema(tool),
    outputSchema: wireOutputSchema(tool),
    annotations: { title: tool.title, ...tool.hints },
    ...(tool.requirements.length > 0 ? { execution: { requirements: tool.requirements } } : {}),
    _meta: {
      [metaKeys.contract]: tool,
      ...(tool.confirmation.kind === "always" ? { "anthropic/requiresUserInteraction": true } : {}),
    },
  };
  // The SDK's type knows neither `agencyHint` nor `requirements`, and wants mutable schemas.
  return definition as unknown as Tool;
}

/** Lists the tools that a principal may know of; each definition is built once, on first use. */
export function toolLister(server: EnforcingServer): (principal: Principal | undefined) => ListToolsResult {
  const definitions = new WeakMap<ToolContract, Tool>();
  const define = (tool: ToolContract): Tool => {
    const definition = definitions.get(tool) ?? toolDefinition(tool, server.manifest.wireNames);
    definitions.set(tool, definition);
    return definition;
  };
  return (principal) => ({ tools: server.list(principal).map(define) });
}
