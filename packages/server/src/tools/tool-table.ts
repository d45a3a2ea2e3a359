import { type ToolContract, acceptedNames, acceptedPlanNames } from "@proviso/manifest";
import type { BoundTool } from "./bind-tool.ts";
import type { Principal } from "../api/outcome.ts";

export type Visible = (tool: ToolContract, principal: Principal | undefined) => boolean;

export interface FoundTool {
  readonly tool: BoundTool;
  /** True if it was called by its plan's name: the call is a dry run, whatever its arguments. */
  readonly isPlan: boolean;
}

/** Finds tools by every accepted name. It has no forbidden tools: they are like unknown ones. */
export interface ToolTable {
  find(name: string, principal: Principal | undefined): FoundTool | undefined;
  list(principal: Principal | undefined): readonly ToolContract[];
}

export function toolTable(tools: readonly BoundTool[], isVisibleTo: Visible | undefined): ToolTable {
  const byName = indexNames(tools);
  const contracts = tools.map((tool) => tool.contract);
  const isVisible = isVisibleTo && failClosed(isVisibleTo);
  return {
    find(name, principal) {
      const found = byName.get(name);
      return found && (!isVisible || isVisible(found.tool.contract, principal)) ? found : undefined;
    },
    list: (principal) => (isVisible ? contracts.filter((tool) => isVisible(tool, principal)) : contracts),
  };
}

/** Throws a TypeError if two tools have the same name, which the compiler refuses. */
function indexNames(tools: readonly BoundTool[]): Map<string, FoundTool> {
  const byName = new Map<string, FoundTool>();
  const add = (name: string, found: FoundTool): void => {
    const other = byName.get(name)?.tool.contract.name;
    if (other !== undefined)
      throw new TypeError(`the tools ${other} and ${found.tool.contract.name} share the name ${name}`);
    byName.set(name, found);
  };
  for (const tool of tools) {
    for (const name of acceptedNames(tool.contract)) add(name, { tool, isPlan: false });
    for (const name of acceptedPlanNames(tool.contract)) add(name, { tool, isPlan: true });
  }
  return byName;
}

function failClosed(isVisibleTo: Visible): Visible {
  return (tool, principal) => {
    try {
      return isVisibleTo(tool, principal) === true;
    } catch {
      return false;
    }
  };
}
