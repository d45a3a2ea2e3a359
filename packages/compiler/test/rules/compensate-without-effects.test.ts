import { compensateWithoutEffects } from "../../src/rules/compensate-without-effects.ts";
import { checkProjects } from "./check-rule.ts";
import { compensateProject } from "./compensate-project.ts";

const named = { compensate: "⟦things.undo⟧" };

checkProjects(compensateWithoutEffects, {
  valid: {
    "a tool that changes something": compensateProject({}, {}),
    "a tool without one": compensateProject({ compensate: null }, { sideEffects: "[]", idempotency: null }),
  },
  invalid: {
    "a tool that reads": compensateProject(named, { sideEffects: "[]", idempotency: null, riskLevel: "low" }),
  },
});
