import { impliedFailureCodes, isObject } from "@proviso/manifest";
import type { Clause, Tool } from "../model.ts";
import { contractList, isVoid, refuted, survived } from "./facts.ts";

export const failuresFit: Clause = {
  name: "failures-fit",
  summary: "A call that fails says so with a code that the contract declares.",
  claim: (tool) =>
    tool?.contract && { text: "it fails only with the codes that it declares", source: "contract" },
  judge(tool, steps) {
    const declared = declaredCodes(tool);
    const failed = steps.filter(({ answer: { kind } }) => kind === "failed" || kind === "error");
    for (const { answer } of failed) {
      if (answer.kind === "error")
        return refuted(`a call ended with the JSON-RPC error ${answer.code ?? ""}`);
      if (answer.code === undefined) return refuted("a call failed without a code");
      if (!declared.includes(answer.code) && answer.code !== "input_required")
        return refuted(`a call failed with \`${answer.code}\`, which is not declared`);
    }
    return steps.some(({ answer }) => answer.kind !== "none") ? survived : isVoid;
  },
};

/** A list of tools leaves out the codes that follow from other fields; a compiled contract has them. */
function declaredCodes(tool: Tool | undefined): readonly string[] {
  const modes = contractList(tool, "failureModes").filter(isObject);
  const isComplete = modes.some(({ implied }) => implied === true);
  return [...modes.map(({ code }) => String(code)), ...(isComplete ? [] : impliedFailureCodes)];
}
