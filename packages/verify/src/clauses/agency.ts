import { contractPart, isVoid, refuted, survived, wasDone } from "./facts.ts";
import type { Clause } from "../model.ts";

export const agency: Clause = {
  name: "agency",
  summary: "A tool that says that no model decides in it asks for none.",
  claim(tool) {
    const isStated = contractPart(tool, "hints")["agencyHint"] ?? tool?.annotations["agencyHint"];
    return isStated === false
      ? { text: "no model decides in it (agencyHint: false)", source: tool?.contract ? "contract" : "hint" }
      : undefined;
  },
  judge(_tool, steps) {
    const asked = steps.some(({ changes }) => changes.some(({ oracle }) => oracle === "client"));
    if (asked) return refuted("a call asked for the client's model");
    return steps.some(wasDone) ? survived : isVoid;
  },
};
