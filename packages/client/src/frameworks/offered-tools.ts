import { wireDescription, wireInputSchema, wireName, withoutDots } from "@proviso/manifest";
import type { JsonSchema, ToolContract } from "@proviso/manifest";
import type { ToolSet } from "../tool/tool-set.ts";

/** A tool as a framework offers it to a model. */
export interface OfferedTool {
  /** The name without dots, which model providers refuse. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly contract: ToolContract;
}

/**
 * The tools with a pinned contract, sorted by name. A server's own descriptions are not passed to a
 * model. Throws if there are none: an agent without tools tells nobody why.
 */
export function offeredTools(tools: ToolSet): readonly OfferedTool[] {
  const offered = tools.tools.flatMap(({ contract }) => (contract ? [offerTool(contract)] : []));
  if (offered.length > 0) return offered;
  const found = tools.tools.length === 0 ? "the guard has no contracts" : "none of the tools has a contract";
  throw new TypeError(
    `${found}, and a model gets only tools with one: run \`proviso import\` for the server, generate, and give the manifest to \`createGuard\` as \`contracts\``,
  );
}

function offerTool(contract: ToolContract): OfferedTool {
  return {
    name: withoutDots(wireName(contract, "underscore")),
    description: wireDescription(contract),
    inputSchema: wireInputSchema(contract),
    contract,
  };
}
