import { compositionAtTheTop } from "../../src/hosts/composition-at-the-top.ts";
import { checkHostRule } from "./check-host-rule.ts";

const either = (keyword: string): { inputSchema: null; "⟦inputSchema⟧": string } => ({
  inputSchema: null,
  "⟦inputSchema⟧": `{ type: object, properties: { a: string, b: string }, ${keyword}: [{ required: [a] }, { required: [b] }] }`,
});

checkHostRule(compositionAtTheTop, {
  valid: {
    "a choice inside": { inputSchema: "{ one: { anyOf: [{ type: string }, { type: integer }] } }" },
    "a property of that name": {
      inputSchema: "{ type: object, properties: { anyOf: string }, additionalProperties: false }",
    },
  },
  invalid: {
    openai: { anyOf: either("anyOf"), oneOf: either("oneOf") },
    anthropic: { anyOf: either("anyOf") },
    "claude-code": { anyOf: either("anyOf") },
  },
});
