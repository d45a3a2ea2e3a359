import { flagProperties } from "./facts/flag-properties.ts";
import { propertyPlace } from "./facts/property-place.ts";
import { snakeCase } from "./facts/snake-case.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const forcingArgument: ToolRule = toolRule({
  code: "lint/forcing-argument",
  severity: "info",
  summary: "No flag among the arguments overrides a check: a model sets it after the first refusal.",
  check({ tool, written }, report) {
    for (const name of flagProperties(tool.inputSchema)) {
      if (!/^(force|override)$/.test(snakeCase(name))) continue;
      const span =
        propertyPlace(written.inputSchema, [name]) ?? tool.spans.fields["inputSchema"] ?? tool.spans.name;
      const message = `the argument \`${name}\` lets a model override what the tool would refuse`;
      report(
        message,
        span,
        "say in its description what it overrides, or make it a tool of its own with a higher `riskLevel`",
      );
    }
  },
});
