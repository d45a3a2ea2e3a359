import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { inputParts } from "./tool-list.ts";

export const arrayItems: AnyHostRule = hostRule({
  code: "host/array-items",
  scope: "tool",
  severity: "error",
  summary: "An array says what its items are.",
  limits: {
    openai: { source: "https://github.com/spring-projects/spring-ai/issues/2561" },
    gemini: { source: "https://github.com/cline/cline/issues/7339" },
    vscode: { source: "https://github.com/microsoft/vscode/issues/284536" },
  },
  check(tool, _limit, report) {
    for (const part of inputParts(tool)) {
      const { type, items } = part.schema;
      if (type !== "array" || isSchema(items)) continue;
      report(`${part.name} is an array without \`items\``, part.span, "say what its items are");
    }
  },
});

/** `items: true` means the same as no `items`; these hosts do not accept it as a schema. */
function isSchema(items: unknown): boolean {
  return typeof items === "object" && items !== null;
}
