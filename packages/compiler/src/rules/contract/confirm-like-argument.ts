import type { ToolRule } from "../rule.ts";

const confirmWords =
  /^(confirm(ed|ation)?|approved?|approval|consent|force|override|yes|i_?know_?what_?i_?am_?doing)$/i;
const confirmParts =
  /(user|human|person|is|has|skip|auto|pre|no)_?(confirm|approv|consent)|(confirm|approv|consent)\w*_?by_?(user|human)/i;

export const confirmLikeArgument: ToolRule = {
  code: "contract/confirm-like-argument",
  scope: "tool",
  severity: "error",
  summary: "No argument confirms a call: a model fills in arguments, a person confirms.",
  check({ tool }, report) {
    for (const name of Object.keys(tool.inputSchema["properties"] ?? {})) {
      if (!confirmWords.test(name) && !confirmParts.test(name)) continue;
      const span = tool.spans.inputProperties[name] ?? tool.spans.fields["inputSchema"] ?? tool.spans.name;
      report(
        `the argument \`${name}\` looks like a confirmation that a model could give`,
        span,
        "use `confirmation`",
      );
    }
  },
};
