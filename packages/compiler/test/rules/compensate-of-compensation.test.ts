import { compensateOfCompensation } from "../../src/rules/compensate-of-compensation.ts";
import { checkProjects } from "./check-rule.ts";
import { compensateProject } from "./compensate-project.ts";

const named = { compensate: "⟦things.undo⟧" };
const acts = { inputSchema: "{ to: string, callId: string }" };

checkProjects(compensateOfCompensation, {
  valid: {
    "a tool that undoes, and is not undone": compensateProject({}, {}),
  },
  invalid: {
    "a tool that undoes and is undone": compensateProject(
      { ...named, ...acts },
      { compensate: "⟦acts.act⟧" },
    ),
    itself: compensateProject({ ...acts, compensate: "⟦acts.act⟧" }, {}),
  },
});
