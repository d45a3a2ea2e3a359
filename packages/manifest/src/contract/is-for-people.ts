import type { ToolContract } from "./contract.ts";

/** Whether only people call the tool, in the product: agents do not find it. */
export function isForPeople({ people, riskLevel }: Pick<ToolContract, "people" | "riskLevel">): boolean {
  return riskLevel === "forbidden" && people === "allowed";
}
