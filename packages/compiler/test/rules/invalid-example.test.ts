import { invalidExample } from "../../src/rules/invalid-example.ts";
import { checkRule } from "./check-rule.ts";

checkRule(invalidExample, {
  valid: {
    "an example that fits": {
      inputSchema: '{ id: string, tags?: "string[]" }',
      outputSchema: "{ at: date-time }",
      examples: '[{ title: One., input: { id: a, tags: [b] }, output: { at: "2026-11-21T04:00:00Z" } }]',
    },
    "an example of a dry run": {
      inputSchema: "{ id: string }",
      outputSchema: "{ count: integer }",
      dryRun: "{ mode: supported, preview: { count: integer } }",
      examples: `
      - input: { id: a, dryRun: true }
        output:
          dryRun: true
          count: 3
          warnings: []
          missingPermissions: []
          expectedSideEffects: []
          estimatedDurationMs: 10`,
    },
  },
  invalid: {
    "a value of the wrong type": {
      inputSchema: '{ id: string, tags?: "string[]" }',
      examples: "[{ input: { id: ⟦7⟧, tags: [a, ⟦8⟧] } }]",
    },
    "a property that does not exist": {
      inputSchema: "{ id: string }",
      examples: "[{ input: { id: a, ⟦constructor⟧: b } }]",
    },
    "a property that is missing": {
      inputSchema: "{ id: string, to: string }",
      examples: "[{ input: { ⟦id⟧: a } }]",
    },
    "a misspelt property, which is not missing as well": {
      inputSchema: "{ reason: string, part: { unit: string } }",
      examples: "[{ input: { ⟦reasn⟧: a, part: { ⟦untis⟧: b } } }]",
    },
    "an output that does not fit": {
      outputSchema: "{ status: sent | failed }",
      examples: "[{ input: {}, output: { status: ⟦gone⟧ } }]",
    },
    "a dry run that the tool does not offer": {
      examples: "[{ input: { ⟦dryRun⟧: true } }]",
    },
  },
});
