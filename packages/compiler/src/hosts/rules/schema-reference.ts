import { type AnyHostRule, hostRule } from "../facts/host-rule.ts";
import { inputParts } from "../facts/tool-list.ts";

export const schemaReference: AnyHostRule = hostRule({
  code: "host/schema-reference",
  scope: "tool",
  severity: "error",
  summary: "No part of the input is a `$ref`, which is what remains of a type that holds itself.",
  limits: {
    gemini: { source: "https://github.com/google-gemini/gemini-cli/issues/13326" },
  },
  check(tool, _limit, report) {
    const referring = inputParts(tool).filter(({ schema }) => Object.hasOwn(schema, "$ref"));
    // A type that holds itself refers to itself again inside.
    const first = new Map(referring.toReversed().map((part) => [part.span, part]));
    for (const part of first.values())
      report(
        `${part.name} refers to a type by \`$ref\``,
        part.span,
        "write out as many levels of the type as there are",
      );
  },
});
