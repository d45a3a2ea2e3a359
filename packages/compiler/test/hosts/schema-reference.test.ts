import { schemaReference } from "../../src/hosts/schema-reference.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(schemaReference, {
  header: 'types:\n  note: { text: string, replies?: "note[]" }\n  page: { title: string }\n',
  valid: {
    "a type of its own": { inputSchema: "{ note: { title: string } }" },
    "a named type, which is written out": { inputSchema: '{ first: page, others: "page[]" }' },
  },
  invalid: {
    gemini: {
      "a type that holds itself": { inputSchema: "{ ⟦note⟧: note }" },
      "one further inside": { inputSchema: '{ ⟦notes⟧: "note[]" }' },
      "a type that is kept": { inputSchema: "{ ⟦first⟧: page, ⟦second⟧: page }", wireRefs: "keep" },
    },
  },
});
