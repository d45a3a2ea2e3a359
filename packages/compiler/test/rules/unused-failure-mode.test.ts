import { contractOf } from "../contract-text.ts";
import { unusedFailureMode } from "../../src/rules/unused-failure-mode.ts";
import { checkProjects } from "./check-rule.ts";

const header = "failureModes: { gone: { description: It is gone. }";

checkProjects(unusedFailureMode, {
  valid: {
    "failure modes that tools of other files name": {
      "a.yaml": contractOf({}, `${header} }\n`),
      "b.yaml": contractOf({ failureModes: "[things.gone]" }).replace("domain: things", "domain: others"),
    },
  },
  invalid: {
    "a failure mode that no tool names": {
      "a.yaml": contractOf({ failureModes: "[gone]" }, `${header}, ⟦lost⟧: { description: It is lost. } }\n`),
    },
    "one of the same code in another file": {
      "a.yaml": contractOf({ failureModes: "[gone]" }, `${header} }\n`),
      "b.yaml": contractOf({}, `${header.replace("gone:", "⟦gone⟧:")} }\n`).replace(
        "domain: things",
        "domain: others",
      ),
    },
  },
});
