import { isObject, metaKeys, readListedContract, type JsonObject, type ListedTool } from "@proviso/manifest";
import type { Tool } from "../model.ts";

/** Reads a listed tool, with the contract that its server lists with it. Undefined if it has no name. */
export function readTool(listed: JsonObject): Tool | undefined {
  const { name, inputSchema, outputSchema, annotations, _meta: meta } = listed;
  if (typeof name !== "string" || name === "") return undefined;
  const known = { ...listed, meta: isObject(meta) ? meta : {} };
  const contract = readListedContract(known as unknown as ListedTool);
  const isPlan = known.meta[metaKeys.planOf] !== undefined;
  return {
    name,
    inputSchema: isObject(inputSchema) ? inputSchema : { type: "object" },
    ...(isObject(outputSchema) && { outputSchema }),
    annotations: isObject(annotations) ? annotations : {},
    ...(contract && !isPlan && { contract }),
  };
}

/** Why a tool may do harm; undefined if all that is said of it is that it reads. A missing hint counts as the worst, as in MCP. */
export function harmOf({ annotations, contract }: Tool): string | undefined {
  if (contract) {
    const effects = contract["sideEffects"];
    if (!Array.isArray(effects) || effects.length > 0) return "its contract declares side effects";
    const level = contract["riskLevel"];
    if (level !== "low" && level !== "medium") return `its contract has the risk level ${String(level)}`;
  }
  const hint = annotations["readOnlyHint"];
  if (hint === true || (contract && hint === undefined)) return undefined;
  return hint === false ? "it says that it changes something" : "no hint says that it only reads";
}
