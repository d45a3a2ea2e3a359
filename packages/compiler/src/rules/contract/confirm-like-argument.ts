import { innerSchemas } from "../facts/inner-schemas.ts";
import { propertyPlace } from "../facts/property-place.ts";
import { snakeCase } from "../facts/snake-case.ts";
import type { ToolRule } from "../facts/rule.ts";

const confirmWords =
  /^(confirm(ed|ation)?|approved?|approval|consent|force|override|yes|i_?know_?what_?i_?am_?doing)$/;
const confirmParts =
  /(^|_)(user|human|person|is|has|skip|auto|pre|no)_?(confirm|approv|consent)|(confirm|approv|consent)\w*_?by_?(user|human)/;

export const confirmLikeArgument: ToolRule = {
  code: "contract/confirm-like-argument",
  scope: "tool",
  severity: "error",
  summary: "No argument confirms a call, not even inside another: a model fills them in, a person confirms.",
  check({ tool, written }, report) {
    for (const { path, isProperty } of innerSchemas(tool.inputSchema)) {
      const name = snakeCase(path.at(-1) ?? "");
      if (!isProperty || !(confirmWords.test(name) || confirmParts.test(name))) continue;
      const span =
        propertyPlace(written.inputSchema, path) ?? tool.spans.fields["inputSchema"] ?? tool.spans.name;
      report(
        `the argument \`${path.join(".")}\` looks like a confirmation that a model could give`,
        span,
        "use `confirmation`",
      );
    }
  },
};
