import { hash } from "node:crypto";
import {
  toolDefinition as define,
  type ToolContract,
  type ToolDefinition,
  type WireNames,
} from "@proviso/manifest";
import type { EnforcingServer } from "../../api/outcome.ts";

export type { ToolDefinition };

/** A tool as clients see it. */
export function toolDefinition(tool: ToolContract, wireNames: WireNames): ToolDefinition {
  return define(tool, wireNames, (text) => hash("sha256", text, "buffer"));
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
