import { wireDescription, wireInputSchema, wireName, withoutDots } from "@proviso/manifest";
import type { JsonSchema, ToolContract } from "@proviso/manifest";
import type { ToolSet } from "../tool/tool-set.ts";

/** A tool as a framework offers it to a model. */
export interface OfferedTool {
  /** Without dots, which model providers refuse. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly contract: ToolContract;
}

/** The tools with a pinned contract, sorted by name. A server's own descriptions are not passed to a model. */
export function offeredTools(tools: ToolSet): readonly OfferedTool[] {
  return tools.tools.flatMap(({ contract }) => (contract ? [offerTool(contract)] : []));
}

function offerTool(contract: ToolContract): OfferedTool {
  return {
    name: withoutDots(wireName(contract, "underscore")),
    description: wireDescription(contract),
    inputSchema: wireInputSchema(contract),
    contract,
  };
}
