import { hash } from "node:crypto";
import {
  planDefinition,
  toolDefinition as define,
  interactionKey,
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

/**
 * The tool, and the read-only tool beside it that makes its plan, if it has a dry run. A tool whose calls are approved elsewhere does
 * not ask its host for a person: a host that has none would never send the call for which somebody could be asked.
 */
export function toolDefinitions(
  tool: ToolContract,
  wireNames: WireNames,
  isAskedElsewhere = false,
): readonly ToolDefinition[] {
  const plan = planDefinition(tool, wireNames);
  const definition = toolDefinition(tool, wireNames);
  return [isAskedElsewhere ? withoutInteraction(definition) : definition, ...(plan ? [plan] : [])];
}

function withoutInteraction(definition: ToolDefinition): ToolDefinition {
  const { [interactionKey]: _, ..._meta } = definition._meta;
  return { ...definition, _meta };
}

/** Makes the definitions of each tool once, when they are first needed. */
export function toolDefiner({
  manifest,
  waiting,
}: EnforcingServer): (tool: ToolContract) => readonly ToolDefinition[] {
  const known = new WeakMap<ToolContract, readonly ToolDefinition[]>();
  return (tool) => {
    const definitions =
      known.get(tool) ?? toolDefinitions(tool, manifest.wireNames, waiting.isAskedElsewhere(tool));
    known.set(tool, definitions);
    return definitions;
  };
}
