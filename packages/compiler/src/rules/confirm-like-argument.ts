import type { ToolModel } from "../derive/model.ts";
import { flagProperties } from "./facts/flag-properties.ts";
import { propertyPlace } from "./facts/property-place.ts";
import { snakeCase } from "./facts/snake-case.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

const confirmWords = /^(confirm(ed|ation)?|approved?|approval|consent|yes|i_?know_?what_?i_?am_?doing)$/;
const confirmParts =
  /(^|_)(user|human|person|is|has|skip|auto|pre|no)_?(confirm|approv|consent)|(confirm|approv|consent)\w*_?by_?(user|human)/;

export const confirmLikeArgument: ToolRule = toolRule({
  code: "contract/confirm-like-argument",
  summary: "No argument confirms a call: a model fills in arguments, and only a person can confirm.",
  check({ tool, written }, report) {
    if (isGivenByCaller(tool)) return;
    for (const name of flagProperties(tool.inputSchema)) {
      const words = snakeCase(name);
      if (!confirmWords.test(words) && !confirmParts.test(words)) continue;
      const span =
        propertyPlace(written.inputSchema, [name]) ?? tool.spans.fields["inputSchema"] ?? tool.spans.name;
      const message = `the argument \`${name}\` looks like a confirmation that a model could give`;
      report(message, span, "use `confirmation`");
    }
  },
});

/**
 * A tool with a `wireName` may have such an argument, because existing clients pass it. It confirms
 * nothing: either a person confirms every call, or the tool is read-only.
 */
function isGivenByCaller({ wireName, confirmation, hints }: ToolModel): boolean {
  return wireName !== undefined && (confirmation.kind === "always" || hints.readOnlyHint);
}
