import { schemaReference } from "../../src/hosts/rules/schema-reference.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(schemaReference, {
  header: "types:\n  note: { title: string }\n",
  valid: { "a type of its own": { inputSchema: "{ note: { title: string } }" } },
  invalid: {
    gemini: {
      "a named type": { inputSchema: "{ ⟦note⟧: note }" },
      "one further inside": { inputSchema: '{ ⟦notes⟧: "note[]" }' },
    },
  },
});
