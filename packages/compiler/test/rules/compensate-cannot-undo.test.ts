import { compensateCannotUndo } from "../../src/rules/compensate-cannot-undo.ts";
import { checkProjects } from "./check-rule.ts";
import { compensateProject } from "./compensate-project.ts";

const named = { compensate: "⟦things.undo⟧" };

checkProjects(compensateCannotUndo, {
  valid: {
    "a tool that takes the key of the step": compensateProject({}, {}),
    "one that takes what only a step returns, and asks": compensateProject(
      {},
      { inputSchema: "{ callId: string, chargeId: string }", confirmation: "always" },
    ),
  },
  invalid: {
    "a forbidden tool": compensateProject(named, { riskLevel: "forbidden" }),
    "one that needs a dry run": compensateProject(named, {
      dryRun: "{ mode: required, preview: { count: integer } }",
    }),
    "one that does not take the key": compensateProject(named, {
      inputSchema: "{ to: string }",
      idempotency: "{ key: [to], onRepeat: Returns it. }",
    }),
    "one whose steps are undone": compensateProject(
      { ...named, inputSchema: "{ to: string, callId: string }" },
      { compensate: "⟦acts.act⟧" },
    ),
    itself: compensateProject(
      { inputSchema: "{ to: string, callId: string }", compensate: "⟦acts.act⟧" },
      {},
    ),
    "one to which it has the form of a call's id": compensateProject(named, {
      inputSchema: "{ callId: uuid }",
    }),
  },
});
