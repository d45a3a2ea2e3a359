import type { JsonObject, ToolContract } from "@proviso/manifest";

/** How an output violates the contract of its call, as a sentence; undefined if it fits. */
export type OutputCheck = (dryRun: boolean, output: JsonObject) => string | undefined;

/** What a page loads with its first call. */
export interface LateParts {
  readonly outputFault: OutputCheck;
  /** What a call does, in one sentence of its contract; absent without a contract. */
  readonly summary?: (input: JsonObject) => string;
}

/** Loads the validator with the first call, so that a page starts without it. No call is sent before it is loaded. */
export async function loadOutputCheck(contract: ToolContract | undefined): Promise<LateParts> {
  if (!contract) return { outputFault: () => undefined };
  const { callSummary, outputFault } = await import("./output-fault.ts");
  return {
    outputFault: (dryRun, output) => outputFault(contract, dryRun, output),
    summary: (input) => callSummary(contract, input),
  };
}
