import { descriptionLength } from "../../src/hosts/description-length.ts";
import { checkHostRule } from "./check-host-rule.ts";

const keyed = {
  sideEffects: "[{ updates: The thing., reversible: true }]",
  inputSchema: "{ id: string }",
  idempotency: "{ key: [id], onRepeat: Returns the first answer. }",
};

checkHostRule(descriptionLength, {
  valid: { "1024 characters": { description: "x".repeat(1024) } },
  invalid: {
    openai: {
      "1025 characters": { description: null, "⟦description⟧": "x".repeat(1025) },
      "1024 characters and the note about repeated calls": {
        ...keyed,
        description: null,
        "⟦description⟧": "x".repeat(1024),
      },
    },
    "claude-code": { "2049 characters": { description: null, "⟦description⟧": "x".repeat(2049) } },
  },
});
