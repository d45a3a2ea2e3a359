import type { JsonSchema } from "@proviso/manifest";
import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { type HostSchemaPart, type SentTool, inputParts, inputPlace, propertyNamesOf } from "./tool-list.ts";

const plainToolName = /^[a-zA-Z0-9_-]+$/;
const plainNameWords = "letters, digits, `_` and `-`";

export const toolNameCharacters: AnyHostRule = hostRule({
  code: "host/tool-name-characters",
  severity: "error",
  summary: "A tool's name has only characters that the host accepts.",
  limits: {
    openai: {
      pattern: plainToolName,
      words: plainNameWords,
      source: "https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools",
    },
    anthropic: {
      pattern: plainToolName,
      words: plainNameWords,
      source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
    },
    gemini: {
      pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/,
      words: "letters, digits, `_`, `.`, `:` and `-`, and a letter or `_` at the beginning",
      source:
        "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder",
    },
  },
  check({ name, spans }, { pattern, words }, report) {
    if (pattern.test(name)) return;
    report(
      `a name may have ${words}, and \`${name}\` has others`,
      spans.fields["wireName"] ?? spans.name,
      "state another `wireName`, or leave out `wireNames: dotted` in `proviso.yaml`",
    );
  },
});

export const toolNameLength: AnyHostRule = hostRule({
  code: "host/tool-name-length",
  severity: "error",
  summary: "A tool's name is short enough for the host, with what the host puts in front of it.",
  limits: {
    openai: {
      max: 64,
      before: () => 0,
      source: "https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools",
    },
    gemini: {
      max: 64,
      before: () => 0,
      source:
        "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder",
    },
    vscode: {
      max: 64,
      before: () => vsCodePrefix,
      source: "https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpTypes.ts",
    },
    "claude-code": {
      max: 128,
      before: (server: string) => `mcp__${server}__`.length,
      source: "https://github.com/anthropics/claude-code/issues/96152",
    },
  },
  check({ name, spans }, { max, before }, report, { server }) {
    const added = before(server);
    if (name.length + added <= max) return;
    const inFront = added === 0 ? "" : ` behind the ${added} that the host puts in front`;
    report(
      `a name has at most ${max - added} characters${inFront}, and \`${name}\` has ${name.length}`,
      spans.fields["wireName"] ?? spans.name,
      "shorten the verb or the domain, or state a shorter `wireName`",
    );
  },
});

/** VS Code's prefix: `mcp_`, 13 characters of the server's title, `_`. It cuts names over 64. */
const vsCodePrefix = 18;

export const toolCount: AnyHostRule = hostRule({
  code: "host/tool-count",
  severity: "error",
  summary: "There are no more tools than the host accepts in one request.",
  limits: {
    openai: { max: 128, source: "https://github.com/zed-industries/zed/issues/42393" },
  },
  check(tool, { max }, report, { tools }) {
    if (tool !== tools[max]) return;
    report(
      `a request has at most ${max} tools, and there are ${tools.length}`,
      tool.spans.name,
      "split the product, or leave tools out for a principal by permission",
    );
  },
});

export const descriptionLength: AnyHostRule = hostRule({
  code: "host/description-length",
  severity: "warning",
  summary: "A description, with the sentence about repeated calls, is no longer than the host accepts.",
  limits: {
    openai: { max: 1024, source: "https://github.com/modelcontextprotocol/servers/issues/799" },
    "claude-code": { max: 2048, source: "https://github.com/anthropics/claude-code/issues/41593" },
  },
  check({ name, description, spans }, { max }, report) {
    if (description.length <= max) return;
    report(
      `a description has at most ${max} characters, and that of \`${name}\` has ${description.length}`,
      spans.fields["description"] ?? spans.name,
      "move details of an argument to the description of that argument",
    );
  },
});

export const compositionAtTheTop: AnyHostRule = hostRule({
  code: "host/composition-at-the-top",
  severity: "error",
  summary: "The input as a whole is an object, and not a choice between several.",
  limits: {
    openai: {
      keywords: ["oneOf", "anyOf", "allOf", "enum", "not"],
      source: "https://github.com/langchain-ai/langchainjs/issues/9804",
    },
    anthropic: {
      keywords: ["oneOf", "anyOf", "allOf"],
      source: "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes",
    },
    "claude-code": {
      keywords: ["oneOf", "anyOf", "allOf"],
      source: "https://github.com/anthropics/claude-code/issues/5973",
    },
  },
  check({ name, inputSchema, spans }, { keywords }, report) {
    for (const keyword of keywords) {
      if (!Object.hasOwn(inputSchema, keyword)) continue;
      report(
        `the input of \`${name}\` has \`${keyword}\` at the top, and every call with such a tool in the list is refused`,
        spans.fields["inputSchema"] ?? spans.name,
        "put the choice into a property",
      );
    }
  },
});

const claude = { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, words: "letters, digits, `_`, `.` and `-`" };

export const propertyName: AnyHostRule = hostRule({
  code: "host/property-name",
  severity: "error",
  summary: "The properties of the input have names of at most 64 characters, all accepted by the host.",
  limits: {
    anthropic: {
      ...claude,
      source: "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes",
    },
    "claude-code": { ...claude, source: "https://github.com/twilio-labs/mcp/issues/58" },
    gemini: {
      pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
      words: "letters, digits and `_`, and no digit at the beginning",
      source:
        "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder",
    },
  },
  check({ inputSchema, spans }, { pattern, words }, report) {
    for (const name of propertyNamesOf(inputSchema)) {
      if (pattern.test(name)) continue;
      report(
        `a property may have up to 64 ${words}, unlike \`${name}\``,
        spans.inputProperties[name] ?? spans.name,
      );
    }
  },
});

export const schemaReference: AnyHostRule = hostRule({
  code: "host/schema-reference",
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

/** A rule that asks each part of the input by itself. */
function partRule({
  hint,
  problem,
  ...head
}: Omit<AnyHostRule, "run" | "severity"> & {
  readonly hint: string;
  /** What is wrong with a part, after its name. */
  readonly problem: (schema: JsonSchema) => string | undefined;
}): AnyHostRule {
  return hostRule({
    ...head,
    severity: "error",
    check(tool, _limit, report) {
      for (const { name, schema, span } of inputParts(tool)) {
        const found = problem(schema);
        if (found !== undefined) report(`${name} ${found}`, span, hint);
      }
    },
  });
}

export const enumOfText: AnyHostRule = partRule({
  code: "host/enum-of-text",
  summary: "An `enum` lists texts and says that it does.",
  limits: { gemini: { source: "https://github.com/router-for-me/CLIProxyAPI/pull/1076" } },
  hint: "write the values as texts, or bound a number by `minimum` and `maximum`",
  problem({ enum: values, type }) {
    if (!Array.isArray(values)) return undefined;
    if (type === "string" && values.every((value) => typeof value === "string")) return undefined;
    return "has an `enum` that does not list texts, with `type: string`";
  },
});

/** Keywords that take the place of `type`. An `enum` has its own rule. */
const telling = ["type", "anyOf", "oneOf", "allOf", "$ref", "enum"] as const;

export const typeMissing: AnyHostRule = partRule({
  code: "host/type-missing",
  summary: "Each part of the input has a `type`.",
  limits: { gemini: { source: "https://github.com/google-gemini/gemini-cli/issues/4400" } },
  hint: "state the type; this host does not accept `any`",
  problem: (schema) =>
    telling.some((keyword) => Object.hasOwn(schema, keyword)) ? undefined : "has no type",
});

export const typeUnion: AnyHostRule = partRule({
  code: "host/type-union",
  summary: "Each part of the input has one `type`, and not a list of them.",
  limits: { gemini: { source: "https://github.com/zed-industries/zed/issues/44875" } },
  hint: "make the property optional instead of nullable, or write the choice as `anyOf`",
  problem: ({ type }) => (Array.isArray(type) ? "has a list of types" : undefined),
});

export const arrayItems: AnyHostRule = partRule({
  code: "host/array-items",
  summary: "An array says what its items are.",
  limits: {
    openai: { source: "https://github.com/spring-projects/spring-ai/issues/2561" },
    gemini: { source: "https://github.com/cline/cline/issues/7339" },
    vscode: { source: "https://github.com/microsoft/vscode/issues/284536" },
  },
  hint: "say what its items are",
  // `items: true` means the same as no `items`; these hosts do not accept it as a schema.
  problem: ({ type, items }) =>
    type === "array" && !(typeof items === "object" && items !== null)
      ? "is an array without `items`"
      : undefined,
});

export const strictMode: AnyHostRule = hostRule({
  code: "host/strict-mode",
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

export const strictSize: AnyHostRule = hostRule({
  code: "host/strict-size",
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
    const named = parts.flatMap(({ schema }) => propertyNamesOf(schema));
    const listed = parts.flatMap(({ schema }) => (Array.isArray(schema["enum"]) ? schema["enum"] : []));
    const counted = [
      ["levels of objects", deepest, levels],
      ["properties", named.length, properties],
      ["values in `enum`", listed.length, values],
    ] as const;
    for (const [what, count, max] of counted)
      if (count > max)
        report(
          `\`${tool.name}\` cannot be sent with \`strict: true\`: it has ${count} ${what}, and ${max} are the most`,
          tool.spans.fields["inputSchema"] ?? tool.spans.name,
          "split the tool, or flatten its input",
        );
  },
});

/** All host rules. Help, pages and tests derive from this array. */
export const hostRules: readonly AnyHostRule[] = [
  toolNameCharacters,
  toolNameLength,
  toolCount,
  descriptionLength,
  compositionAtTheTop,
  propertyName,
  schemaReference,
  enumOfText,
  typeMissing,
  typeUnion,
  arrayItems,
  strictMode,
  strictSize,
];
