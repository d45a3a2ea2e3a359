import { compensateNotRepeatable } from "../../src/rules/compensate-not-repeatable.ts";
import { contractOf } from "../contract-text.ts";
import { checkProjects } from "./check-rule.ts";
import { compensateProject } from "./compensate-project.ts";

const named = { compensate: "⟦things.undo⟧" };

checkProjects(compensateNotRepeatable, {
  valid: {
    "a tool with a key": compensateProject({}, {}),
    "one that is remembered for longer": compensateProject(
      {},
      { idempotency: "{ key: [callId], ttl: 7d, onRepeat: Returns it. }" },
    ),
    "one that says what became of a call": {
      ...compensateProject({}, { idempotency: null, reconcile: "finds.find" }),
      "finds.yaml": contractOf({ inputSchema: "{ callId: string }" }, "", "find").replace("things", "finds"),
    },
  },
  invalid: {
    "a tool with neither": compensateProject(named, { idempotency: null }),
    "one that is forgotten sooner": compensateProject(named, {
      idempotency: "{ key: [callId], ttl: 1h, onRepeat: Returns it. }",
    }),
    "one that is forgotten sooner than a long call": compensateProject(
      { ...named, idempotency: "{ key: [to], ttl: 7d, onRepeat: Returns the thing. }" },
      {},
    ),
  },
});
