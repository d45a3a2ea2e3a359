import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { inputParts } from "./tool-list.ts";

export const typeUnion: AnyHostRule = hostRule({
  code: "host/type-union",
  scope: "tool",
  severity: "error",
  summary: "Each part of the input has one `type`, and not a list of them.",
  limits: {
    gemini: { source: "https://github.com/zed-industries/zed/issues/44875" },
  },
  check(tool, _limit, report) {
    for (const part of inputParts(tool))
      if (Array.isArray(part.schema["type"]))
        report(
          `${part.name} has a list of types`,
          part.span,
          "make the property optional instead of nullable, or write the choice as `anyOf`",
        );
  },
});
