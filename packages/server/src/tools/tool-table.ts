import { acceptedNames } from "@proviso/manifest";
import type { ToolContract } from "@proviso/manifest";
import type { BoundTool } from "./bind-tool.ts";
import type { Principal } from "../api/outcome.ts";

export type Visible = (tool: ToolContract, principal: Principal | undefined) => boolean;

/** Finds tools by every accepted name. It holds no forbidden tools, so they cannot be distinguished from unknown ones. */
export interface ToolTable {
  find(name: string, principal: Principal | undefined): BoundTool | undefined;
  list(principal: Principal | undefined): readonly ToolContract[];
}

export function toolTable(tools: readonly BoundTool[], visible: Visible | undefined): ToolTable {
  const byName = indexNames(tools);
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

/** Throws a TypeError if two tools have the same name, which the compiler refuses. */
function indexNames(tools: readonly BoundTool[]): Map<string, BoundTool> {
  const byName = new Map<string, BoundTool>();
  for (const tool of tools) {
    for (const name of acceptedNames(tool.contract)) {
      const other = byName.get(name)?.contract.name;
      if (other !== undefined)
        throw new TypeError(`the tools ${other} and ${tool.contract.name} share the name ${name}`);
      byName.set(name, tool);
    }
  }
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
