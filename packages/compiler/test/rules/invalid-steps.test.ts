import { invalidSteps } from "../../src/rules/invalid-steps.ts";
import { checkRule } from "./check-rule.ts";

const idempotency = "{ key: [noteId], onRepeat: Returns the note. }";
const steps = (...names: readonly string[]) =>
  `[${names.map((name) => `{ name: ${name}, does: Something. }`).join(", ")}]`;

checkRule(invalidSteps, {
  valid: {
    "no steps": {},
    "steps with names of their own": {
      idempotency,
      inputSchema: "{ noteId: string }",
      steps: steps("one", "mail_*", "mailing", "record_*"),
    },
  },
  invalid: {
    "a name that is there twice": { idempotency, steps: steps("one", "⟦one⟧") },
    "a name that another one covers": { idempotency, steps: steps("mail_*", "⟦mail_all⟧") },
    "a name that covers another one": { idempotency, steps: steps("mail_all", "⟦mail_*⟧") },
    "no key": { steps: steps("⟦one⟧", "two") },
  },
});
