import type { Clause } from "../model.ts";
import { contractField, isVoid, refuted, survived } from "./facts.ts";

/** Milliseconds for which a slow machine is forgiven. */
const graceMs = 1000;

export const inTime: Clause = {
  name: "in-time",
  summary: "A call is answered within the timeout of its contract.",
  claim(tool) {
    const timeoutMs = contractField(tool, "timeoutMs");
    return typeof timeoutMs === "number"
      ? { text: `it answers within ${timeoutMs} ms`, source: "contract" }
      : undefined;
  },
  judge(tool, steps) {
    const timeoutMs = Number(contractField(tool, "timeoutMs"));
    const late = steps.find(({ answer }) => answer.ms > timeoutMs + graceMs);
    if (late) return refuted(`a call was not answered within ${timeoutMs} ms`);
    return steps.some(({ answer }) => answer.kind !== "none") ? survived : isVoid;
  },
};
