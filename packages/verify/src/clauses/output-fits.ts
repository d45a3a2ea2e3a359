import { schemaChecks } from "../calls/schemas.ts";
import type { Clause } from "../model.ts";
import { isVoid, refuted, survived, wasDone } from "./facts.ts";

const schemas = schemaChecks();

export const outputFits: Clause = {
  name: "output-fits",
  summary: "A result has structured content that fits the listed output schema.",
  claim: (tool) => tool?.outputSchema && { text: "its results fit its output schema", source: "schema" },
  missing: (tool) =>
    tool?.outputSchema && !schemas.check(tool.outputSchema)
      ? "an output schema that can be compiled"
      : undefined,
  judge(tool, steps) {
    const check = tool?.outputSchema && schemas.check(tool.outputSchema);
    if (!check) return isVoid;
    for (const { answer } of steps.filter(wasDone)) {
      if (answer.value === undefined) return refuted("a result has no structured content");
      if (!check(answer.value)) {
        const [error] = check.errors ?? [];
        return refuted(`a result does not fit: ${error?.instancePath || "it"} ${error?.message ?? ""}`);
      }
    }
    return steps.some(wasDone) ? survived : isVoid;
  },
};
