import { hash } from "node:crypto";
import {
  planDefinition,
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

/** The tool, and the read-only tool beside it that makes its plan, if it has a dry run. */
export function toolDefinitions(tool: ToolContract, wireNames: WireNames): readonly ToolDefinition[] {
  const plan = planDefinition(tool, wireNames);
  return [toolDefinition(tool, wireNames), ...(plan ? [plan] : [])];
}

/** Makes the definitions of each tool once, when they are first needed. */
export function toolDefiner({
  manifest,
}: EnforcingServer): (tool: ToolContract) => readonly ToolDefinition[] {
  const known = new WeakMap<ToolContract, readonly ToolDefinition[]>();
  return (tool) => {
    const definitions = known.get(tool) ?? toolDefinitions(tool, manifest.wireNames);
    known.set(tool, definitions);
    return definitions;
  };
}
