import { sendsTainted, type RefinedField, type SeenData, type ToolContract } from "@proviso/manifest";
import type { GatewayTool, ToolSet } from "./gateway-tool.ts";

/**
 * The tools of a session that has seen this data: a call that could carry private data out, on the word of untrusted content, asks
 * a person. The same object if no tool asks that did not ask before.
 */
export function tainted(set: ToolSet, seen: SeenData): ToolSet {
  const asks = ({ takesAddress, enforced }: GatewayTool): boolean =>
    [enforced, ...(enforced.refinements ?? [])].some((facts) => sendsTainted(facts, seen, takesAddress));
  const stricter = [...set.tools].filter(([, tool]) => asks(tool));
  if (stricter.length === 0) return set;
  const changed = stricter.map(([name, tool]) => {
    const { refinements, ...base } = tool.enforced;
    const asking = <Facts extends RefinedFacts>(facts: Facts): Facts =>
      sendsTainted(facts, seen, tool.takesAddress) ? { ...facts, autonomousExecution: false } : facts;
    const enforced: ToolContract = {
      ...asking(base),
      ...(refinements && { refinements: refinements.map((each) => asking(each)) }),
    };
    return [name, { ...tool, enforced }] as const;
  });
  return { ...set, tools: new Map([...set.tools, ...changed]) };
}

type RefinedFacts = Pick<ToolContract, RefinedField>;
