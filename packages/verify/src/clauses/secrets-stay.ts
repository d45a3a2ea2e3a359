import type { Clause } from "../model.ts";
import { isVoid, refuted, survived } from "./facts.ts";

export const secretsStay: Clause = {
  name: "secrets-stay",
  summary: "No answer holds a secret that the server was given.",
  claim: (_tool, { secrets }) =>
    secrets.length > 0 ? { text: "no answer holds a secret of the server", source: "protocol" } : undefined,
  judge(_tool, steps, { secrets }) {
    const told = steps.some(({ answer }) => {
      const text = JSON.stringify(answer);
      // In JSON, a secret with quotes or line ends is written with escapes.
      return secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
    });
    if (told) return refuted("an answer holds a secret of the server");
    return steps.some(({ answer }) => answer.kind !== "none") ? survived : isVoid;
  },
};
