import { hash } from "node:crypto";
import {
  canonicalJson,
  contractParts,
  impliedCodes,
  restHash,
  type ToolContract,
  wholeContract,
} from "@proviso/manifest";
import contracts from "./contracts.json" with { type: "json" };

type Open = Omit<ToolContract, "failureModes" | "hash"> & {
  readonly failureModes: readonly Omit<ToolContract["failureModes"][number], "implied">[];
};

/**
 * The tool that runs a program. Without a set it does only what nobody has to be asked about; its hints and what it may send say what it
 * does with one.
 */
export const runProgram: ToolContract = hashed({ ...contracts.common, ...contracts.run } as unknown as Open);

/** The tool that says which tools a program can call. */
export const describeTools: ToolContract = hashed({
  ...contracts.common,
  ...contracts.describe,
} as unknown as Open);

/** Completes a contract as the compiler does: with the failures that follow from it, and its hash. */
function hashed(contract: Open): ToolContract {
  const impliedFailures = impliedCodes(contract);
  const whole = wholeContract({ ...contract, impliedFailures, hash: "" });
  const parts = contractParts(whole);
  const rest = restHash(parts, (each) => hash("sha256", each, "buffer"));
  return { ...whole, hash: hash("sha256", canonicalJson({ ...parts.facts, rest }), "hex") };
}
