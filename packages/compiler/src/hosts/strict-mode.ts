import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { inputParts, inputPlace, type SentTool, propertyNamesOf, type HostSchemaPart } from "./tool-list.ts";

export const strictMode: AnyHostRule = hostRule({
  code: "host/strict-mode",
  scope: "tool",
  severity: "info",
  summary: "The input can be sent with `strict: true`: every property is required and nothing is left open.",
  limits: {
    openai: {
      refused: ["allOf", "oneOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else"],
      source: "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas",
    },
  },
  check(tool, { refused }, report) {
    const [first, ...others] = inputParts(tool).flatMap((part) => strictObstacles(tool, part, refused));
    if (!first) return;
    const more = others.length === 0 ? "" : `, and ${others.length} more like it`;
    report(
      `\`${tool.name}\` cannot be sent with \`strict: true\`, because ${first.reason}${more}`,
      first.span,
      "without `strict` nothing is refused, and OpenAI's Agents SDK converts such schemas",
    );
  },
});

interface StrictObstacle extends Pick<HostSchemaPart, "span"> {
  readonly reason: string;
}

function strictObstacles(
  tool: SentTool,
  part: HostSchemaPart,
  refused: readonly string[],
): readonly StrictObstacle[] {
  const { schema, path, span, name: where } = part;
  const keywords = refused
    .filter((keyword) => Object.hasOwn(schema, keyword))
    .map((keyword) => ({ reason: `${where} has \`${keyword}\``, span }));
  if (schema["type"] !== "object" && !Object.hasOwn(schema, "properties")) return keywords;
  const open =
    schema["additionalProperties"] === false ? [] : [{ reason: `${where} takes other properties`, span }];
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const optional = propertyNamesOf(schema)
    .filter((name) => !required.includes(name))
    .map((name) => [...path, name])
    .map((each) => ({ reason: `\`${each.join(".")}\` is not required`, span: inputPlace(tool, each) }));
  return [...keywords, ...open, ...optional];
}
