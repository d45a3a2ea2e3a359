import type { SafetyVerdict } from "@proviso/changes";

/** A word and a sign beside each colour. */
export const safetyMarks: Readonly<Record<SafetyVerdict, string>> = {
  loosened: "▼ loosened",
  tightened: "▲ tightened",
  unchanged: "= as strict",
};
