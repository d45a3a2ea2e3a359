import type { Span } from "../../report/source.ts";
import type { ContractFacts, ToolFacts } from "./facts.ts";

/** Each tool that names one to undo its steps, with the named one. */
export function compensations(
  contracts: readonly ContractFacts[],
): readonly { readonly tool: ToolFacts; readonly undoer: ToolFacts; readonly span: Span }[] {
  const tools = new Map(contracts.flatMap((contract) => contract.tools.map((tool) => [tool.name, tool])));
  return [...tools.values()].flatMap((tool) => {
    const undoer = tool.compensate && tools.get(tool.compensate.by);
    return tool.compensate && undoer ? [{ tool, undoer, span: tool.compensate.span }] : [];
  });
}
