import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { inputParts, propertyNamesOf } from "./tool-list.ts";

export const strictSize: AnyHostRule = hostRule({
  code: "host/strict-size",
  scope: "tool",
  severity: "info",
  summary: "The input is small and flat enough for `strict: true`.",
  limits: {
    openai: {
      levels: 10,
      properties: 5000,
      values: 1000,
      source: "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas",
    },
  },
  check(tool, { levels, properties, values }, report) {
    const parts = inputParts(tool);
    const deepest = Math.max(...parts.map(({ path }) => path.length));
    const counted = [
      { what: "levels of objects", count: deepest, max: levels },
      {
        what: "properties",
        count: sum(parts.map(({ schema }) => propertyNamesOf(schema).length)),
        max: properties,
      },
      {
        what: "values in `enum`",
        count: sum(parts.map(({ schema }) => lengthOf(schema["enum"]))),
        max: values,
      },
    ];
    for (const { what, count, max } of counted)
      if (count > max)
        report(
          `\`${tool.name}\` cannot be sent with \`strict: true\`: it has ${count} ${what}, and ${max} are the most`,
          tool.spans.fields["inputSchema"] ?? tool.spans.name,
          "split the tool, or flatten its input",
        );
  },
});

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
