import type { JsonObject, ToolContract } from "@proviso/manifest";

/** How an output violates the contract of its call, as a sentence; undefined if it fits. */
export type OutputCheck = (dryRun: boolean, output: JsonObject) => string | undefined;

/** Loads the validator with the first call, so that a page starts without it. No call is sent before it is loaded. */
export async function loadOutputCheck(contract: ToolContract | undefined): Promise<OutputCheck> {
  if (!contract) return () => undefined;
  const { outputFault } = await import("./output-fault.ts");
  return (dryRun, output) => outputFault(contract, dryRun, output);
}
