import { isObject } from "@proviso/manifest";
import type { Clause, Tool } from "../model.ts";
import { contractList, declaredEffects, refuted, survived } from "./facts.ts";

export const hintsAgree: Clause = {
  name: "hints-agree",
  summary: "The hints of a tool say what its contract says.",
  isOnce: true,
  claim: (tool) => tool?.contract && { text: "its hints say what its contract says", source: "contract" },
  actions: () => [{ kind: "list" }],
  judge(tool) {
    const problem = tool && problemOf(tool);
    return problem === undefined ? survived : refuted(problem);
  },
};

function problemOf(tool: Tool): string | undefined {
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations;
  const effects = declaredEffects(tool) ?? [];
  if (effects.length > 0 && readOnlyHint === true)
    return "readOnlyHint is true, and the contract declares side effects";
  if (effects.includes("deletes") && destructiveHint === false)
    return "destructiveHint is false, and the contract declares that it deletes";
  const isExternal = contractList(tool, "sideEffects").some(
    (each) => isObject(each) && each["external"] === true,
  );
  if (isExternal && openWorldHint === false)
    return "openWorldHint is false, and the contract declares an external effect";
  return undefined;
}
