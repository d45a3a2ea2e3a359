import { expect, test } from "vitest";
import { compile, fix } from "../../../src/index.ts";
import { contradictingAnnotation } from "../../../src/rules/contract/contradicting-annotation.ts";
import { contractOf } from "../../contract-text.ts";
import { checkRule } from "../check-rule.ts";

checkRule(contradictingAnnotation, {
  valid: {
    "annotations that agree": {
      annotations: "{ readOnlyHint: true, destructiveHint: false, openWorldHint: false }",
    },
    "an agentic tool whose annotation alone says so": { annotations: "{ agencyHint: true }" },
    "a destructive tool that says so": {
      riskLevel: "high",
      sideEffects: "[sends: A letter.]",
      annotations: "{ destructiveHint: true, openWorldHint: true, idempotentHint: false }",
    },
  },
  invalid: {
    "a writer that claims to read": {
      sideEffects: "[creates: A note.]",
      annotations: "{ readOnlyHint: ⟦true⟧ }",
    },
    "each hint that is wrong": {
      agency: "false",
      annotations: "{ idempotentHint: ⟦false⟧, agencyHint: ⟦true⟧, readOnlyHint: true }",
    },
  },
});

test("its fix writes what the rest of the contract says", () => {
  const text = contractOf({ agency: "false", annotations: "{ readOnlyHint: false, agencyHint: true }" });
  const { sources } = fix([{ path: "things.yaml", text }], (now) => compile(now));
  expect(sources[0]?.text).toContain("annotations: { readOnlyHint: true, agencyHint: false }");
});
