import { wireName, type ToolContract } from "@proviso/manifest";
import { readContracts } from "proviso/contracts";

/** Reads contracts: by the name of each tool, those that agents may call. Throws a `UsageError` that says what is wrong. */
export async function callableContracts(path: string): Promise<{
  contracts: ReadonlyMap<string, ToolContract>;
  forbidden: readonly string[];
}> {
  const { tools } = await readContracts(path, "verify");
  const kept = tools.filter((tool) => !isForbidden(tool)).map((tool) => [nameOf(tool), tool] as const);
  return { contracts: new Map(kept), forbidden: tools.filter(isForbidden).map(nameOf) };
}

const isForbidden = ({ riskLevel }: ToolContract): boolean => riskLevel === "forbidden";
const nameOf = (tool: ToolContract): string => wireName(tool, "underscore");
