import type { Clause } from "../model.ts";
import { changesText, isVoid, refuted, survived, wasDone } from "./facts.ts";

export const closedWorld: Clause = {
  name: "closed-world",
  summary: "A tool with the hint that it stays inside of its system asks and tells nobody else.",
  claim: (tool) =>
    tool?.annotations["openWorldHint"] === false
      ? { text: "it reaches nothing outside of its system (openWorldHint: false)", source: "hint" }
      : undefined,
  missing: (_tool, { oracles }) =>
    oracles.includes("http") || oracles.includes("mail")
      ? undefined
      : "an oracle that sees requests or mail: --http or --mail",
  judge(_tool, steps) {
    const contacts = steps.flatMap(({ changes }) =>
      changes.filter(({ oracle }) => oracle === "http" || oracle === "mail"),
    );
    if (contacts.length > 0) return refuted(`a call reached outside: ${changesText(contacts)}`);
    return steps.some(wasDone) ? survived : isVoid;
  },
};
