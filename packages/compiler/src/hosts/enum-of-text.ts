import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { inputParts } from "./tool-list.ts";

export const enumOfText: AnyHostRule = hostRule({
  code: "host/enum-of-text",
  scope: "tool",
  severity: "error",
  summary: "An `enum` lists texts and says that it does.",
  limits: {
    gemini: { source: "https://github.com/router-for-me/CLIProxyAPI/pull/1076" },
  },
  check(tool, _limit, report) {
    for (const part of inputParts(tool)) {
      const { enum: values, type } = part.schema;
      if (!Array.isArray(values)) continue;
      if (type === "string" && values.every((value) => typeof value === "string")) continue;
      report(
        `${part.name} has an \`enum\` that does not list texts, with \`type: string\``,
        part.span,
        "write the values as texts, or bound a number by `minimum` and `maximum`",
      );
    }
  },
});
