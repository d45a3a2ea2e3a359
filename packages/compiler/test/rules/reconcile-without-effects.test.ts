import { reconcileWithoutEffects } from "../../src/rules/reconcile-without-effects.ts";
import { reconcileProject } from "./reconcile-project.ts";
import { checkProjects } from "./check-rule.ts";

checkProjects(reconcileWithoutEffects, {
  valid: { "a tool that changes something": reconcileProject({}, {}) },
  invalid: {
    "a tool that reads": reconcileProject({ sideEffects: "[]", reconcile: "⟦things.find⟧" }, {}),
  },
});
