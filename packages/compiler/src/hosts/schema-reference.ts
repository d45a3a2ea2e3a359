import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { inputParts } from "./tool-list.ts";

export const schemaReference: AnyHostRule = hostRule({
  code: "host/schema-reference",
  scope: "tool",
  severity: "error",
  summary:
    "No part of the input is a `$ref`, which is how a recursive type is sent, and one that `wireRefs` keeps.",
  limits: {
    gemini: { source: "https://github.com/google-gemini/gemini-cli/issues/13326" },
  },
  check(tool, _limit, report) {
    const referring = inputParts(tool).filter(({ schema }) => Object.hasOwn(schema, "$ref"));
    // A recursive type refers to itself again inside; only the outermost reference is reported.
    const first = new Map(referring.toReversed().map((part) => [part.span, part]));
    for (const part of first.values())
      report(
        `${part.name} refers to a type by \`$ref\``,
        part.span,
        tool.spans.fields["wireRefs"]
          ? "leave out `wireRefs: keep`"
          : "write out a fixed number of levels of the type",
      );
  },
});
