import { wireName } from "@proviso/manifest";
import type { Manifest, ToolContract } from "@proviso/manifest";
import type { BoundTool } from "./bind-tool.ts";
import type { Principal } from "../api/outcome.ts";

export type Visible = (tool: ToolContract, principal: Principal | undefined) => boolean;

/** The tools by every name that a caller may use. Forbidden tools are not in it, so nothing can tell them from unknown ones. */
export interface ToolTable {
  find(name: string, principal: Principal | undefined): BoundTool | undefined;
  list(principal: Principal | undefined): readonly ToolContract[];
}

export function toolTable(
  tools: readonly BoundTool[],
  style: Manifest["wireNames"],
  visible: Visible | undefined,
): ToolTable {
  const byName = indexNames(tools, style);
  const contracts = tools.map((tool) => tool.contract);
  const isVisible = visible && failClosed(visible);
  return {
    find(name, principal) {
      const tool = byName.get(name);
      return tool && (!isVisible || isVisible(tool.contract, principal)) ? tool : undefined;
    },
    list: (principal) => (isVisible ? contracts.filter((tool) => isVisible(tool, principal)) : contracts),
  };
}

/** Both wire names lead to a tool; an underscore name that two tools share leads to neither. */
function indexNames(tools: readonly BoundTool[], style: Manifest["wireNames"]): Map<string, BoundTool> {
  const byName = new Map<string, BoundTool>();
  const shared = new Set<string>();
  for (const tool of tools) {
    const name = wireName(tool.contract.name, "underscore");
    if (byName.has(name)) shared.add(name);
    byName.set(name, tool);
  }
  if (shared.size > 0 && style === "underscore") {
    throw new TypeError(`two tools share the wire name ${[...shared].join(", ")}`);
  }
  for (const name of shared) byName.delete(name);
  for (const tool of tools) byName.set(tool.contract.name, tool);
  return byName;
}

function failClosed(visible: Visible): Visible {
  return (tool, principal) => {
    try {
      return visible(tool, principal) === true;
    } catch {
      return false;
    }
  };
}
