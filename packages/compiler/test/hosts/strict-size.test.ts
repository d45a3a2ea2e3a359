import { strictSize } from "../../src/hosts/strict-size.ts";
import { checkHostRule } from "./check-host-rule.ts";

const nested = (depth: number): string => `${"{ a: ".repeat(depth)}string${" }".repeat(depth)}`;
const words = (count: number): string =>
  `{ a: { enum: [${Array.from({ length: count }, (_, index) => `w${index}`).join(", ")}] } }`;

checkHostRule(strictSize, {
  valid: { "ten levels": { inputSchema: nested(10) }, "a thousand words": { inputSchema: words(1000) } },
  invalid: {
    openai: {
      "eleven levels": { inputSchema: null, "⟦inputSchema⟧": nested(11) },
      "a thousand and one words": { inputSchema: null, "⟦inputSchema⟧": words(1001) },
    },
  },
});
