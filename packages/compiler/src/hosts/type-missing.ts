import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { inputParts } from "./tool-list.ts";

/** Keywords that take the place of `type`. An `enum` has its own rule. */
const telling = ["type", "anyOf", "oneOf", "allOf", "$ref", "enum"] as const;

export const typeMissing: AnyHostRule = hostRule({
  code: "host/type-missing",
  scope: "tool",
  severity: "error",
  summary: "Each part of the input has a `type`.",
  limits: {
    gemini: { source: "https://github.com/google-gemini/gemini-cli/issues/4400" },
  },
  check(tool, _limit, report) {
    for (const part of inputParts(tool))
      if (!telling.some((keyword) => Object.hasOwn(part.schema, keyword)))
        report(`${part.name} has no type`, part.span, "state the type; this host does not accept `any`");
  },
});
