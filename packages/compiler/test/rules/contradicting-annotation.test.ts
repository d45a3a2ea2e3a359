import { expect, test } from "vitest";
import { compile, fix } from "../../src/index.ts";
import { contradictingAnnotation } from "../../src/rules/contradicting-annotation.ts";
import { contractOf } from "../contract-text.ts";
import { checkRule } from "./check-rule.ts";

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
    "hints of an effect without a kind, which say more than the effect does": {
      riskLevel: "high",
      sideEffects: "[Not classified.]",
      dataFlow: null,
      annotations: "{ destructiveHint: false, openWorldHint: false, idempotentHint: true }",
    },
    "hints that mean nothing for a tool that only reads": {
      annotations: "{ destructiveHint: true, idempotentHint: false }",
    },
    "a closed world, where nothing is said of what comes out": {
      dataFlow: null,
      annotations: "{ openWorldHint: false }",
    },
    "a tool that is idempotent without the runtime": {
      sideEffects: "[creates: A note.]",
      annotations: "{ idempotentHint: true }",
    },
  },
  invalid: {
    "a writer that claims to read": {
      sideEffects: "[creates: A note.]",
      annotations: "{ readOnlyHint: ⟦true⟧ }",
    },
    "each hint that is wrong": {
      agency: "false",
      annotations: "{ openWorldHint: ⟦true⟧, agencyHint: ⟦true⟧, readOnlyHint: true }",
    },
    "a closed world, where the contract says that outsiders write what comes out": {
      dataFlow: "{ returnsUntrusted: true }",
      annotations: "{ openWorldHint: ⟦false⟧ }",
    },
    "an effect with a kind beside one without": {
      riskLevel: "high",
      sideEffects: "[Not classified., sends: A letter.]",
      dataFlow: null,
      annotations: "{ destructiveHint: ⟦false⟧, openWorldHint: ⟦false⟧ }",
    },
    "a repetition that the runtime makes harmless": {
      sideEffects: "[creates: A note.]",
      inputSchema: "{ id: string }",
      idempotency: "{ key: [id] }",
      annotations: "{ idempotentHint: ⟦false⟧ }",
    },
  },
});

test("its fix writes what the rest of the contract says", () => {
  const text = contractOf({ agency: "false", annotations: "{ readOnlyHint: false, agencyHint: true }" });
  const { sources } = fix([{ path: "things.yaml", text }], (now) => compile(now));
  expect(sources[0]?.text).toContain("annotations: { readOnlyHint: true, agencyHint: false }");
});
