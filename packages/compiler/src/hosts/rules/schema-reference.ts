import { type AnyHostRule, hostRule } from "../facts/host-rule.ts";
import { inputParts, nameOfPart } from "../facts/tool-list.ts";

export const schemaReference: AnyHostRule = hostRule({
  code: "host/schema-reference",
  scope: "tool",
  severity: "error",
  summary: "No part of the input is a `$ref`, which is what remains of a type that holds itself.",
  limits: {
    gemini: { source: "https://github.com/google-gemini/gemini-cli/issues/13326" },
  },
  check(tool, _limit, report) {
    for (const part of inputParts(tool)) {
      if (!Object.hasOwn(part.schema, "$ref")) continue;
      report(
        `${nameOfPart(part)} refers to a type by \`$ref\``,
        part.span,
        "limit how deep the type goes by writing its levels out",
      );
    }
  },
});
