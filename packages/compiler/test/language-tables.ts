import { effectKinds, impliedFailureCodes, riskLevels } from "@proviso/manifest";
import { conditionLimits } from "@proviso/manifest/condition";
import { failureModeFields, fileFields } from "../src/decode/file-fields.ts";
import { iconFields } from "../src/decode/icon-fields.ts";
import { resultFields } from "../src/decode/result-content.ts";
import type { Field } from "../src/decode/shape.ts";
import * as tables from "../src/decode/tool-fields.ts";
import { riskModel } from "../src/derive/risk-model.ts";
import { deriveEffect } from "../src/derive/side-effects.ts";
import { rules } from "../src/rules/rules.ts";
import { formats, keywords, unsupportedKeywords } from "../src/schemas/keywords.ts";
import { builtInTypes } from "../src/schemas/scope.ts";

/** Keywords of earlier drafts and of OpenAPI 3.0, rewritten before compilation. */
const olderKeywords: ReadonlyMap<string, string> = new Map([
  ["items: [ … ]", "`prefixItems`"],
  ["additionalItems", "`items`"],
  ["exclusiveMinimum: true", "`exclusiveMinimum` with the value of `minimum`"],
  ["exclusiveMaximum: true", "`exclusiveMaximum` with the value of `maximum`"],
  ["dependencies", "`dependentRequired` and `dependentSchemas`"],
  ["example", "`examples`"],
  ["nullable: true", "`null` as one more type"],
]);

/** The parts of LANGUAGE.md that are derived, by the name in their mark. */
export function languageTables(): ReadonlyMap<string, string> {
  return new Map([
    ["file", fieldTable(fileFields)],
    ["failure mode", fieldTable(failureModeFields)],
    ["tool", fieldTable(tables.toolFields)],
    ["result", fieldTable(resultFields)],
    ["icon", fieldTable(iconFields)],
    ["refine", fieldTable(tables.refinementFields)],
    ["idempotency", fieldTable(tables.idempotencyFields)],
    ["dryRun", fieldTable(tables.dryRunFields)],
    ["execution", fieldTable(tables.executionFields)],
    ["dataFlow", fieldTable(tables.dataFlowFields)],
    ["rateLimit", fieldTable(tables.rateLimitFields)],
    ["budget", fieldTable(tables.budgetFields)],
    ["exception", fieldTable(tables.exceptionFields)],
    ["steps", fieldTable(tables.stepFields)],
    ["example", fieldTable(tables.exampleFields)],
    ["deprecated", fieldTable(tables.deprecatedFields)],
    ["annotations", fieldTable(tables.annotationFields)],
    ["risk model", riskTable()],
    ["effects", effectTable()],
    ["built-in types", builtInTable()],
    ["keywords", listOf(keywords.keys())],
    [
      "older keywords",
      table(
        ["pasted", "is"],
        [...olderKeywords].map(([older, current]) => [`\`${older}\``, current]),
      ),
    ],
    ["unsupported keywords", table(["keyword", "instead"], [...unsupportedKeywords].map(codeFirst))],
    ["formats", listOf(formats)],
    ["implied failures", listOf(impliedFailureCodes)],
    ["condition limits", limitTable()],
    ["rules", ruleTable()],
  ]);
}

function fieldTable(fields: Readonly<Record<string, Field<unknown>>>): string {
  const rows = Object.entries(fields).map(([name, field]) => [
    `\`${name}\``,
    field.shape.label,
    `${field.description} ${field.required ? "**Required.**" : `_Default_: ${field.default ?? "none"}.`} _Enforced by_: ${field.enforcedBy}.`,
  ]);
  return table(["field", "value", "says"], rows);
}

function ruleTable(): string {
  return table(
    ["code", "severity", "asks"],
    rules.map(({ code, severity, summary }) => [`\`${code}\``, severity, summary]),
  );
}

function riskTable(): string {
  const rows = riskLevels.map((level) => {
    const { autonomousExecution, confirmation, confirmations, stepUps } = riskModel[level];
    const isForbidden = level === "forbidden";
    const allowed = confirmations.map((kind) => `\`${kind}\``).join(" or ");
    return [
      `\`${level}\``,
      isForbidden ? "never called" : `\`${autonomousExecution}\``,
      isForbidden ? "" : `\`${confirmation}\``,
      isForbidden ? "" : allowed,
      isForbidden ? "" : stepUps.map((kind) => `\`${kind}\``).join(" or "),
    ];
  });
  const head = [
    "riskLevel",
    "autonomousExecution",
    "confirmation by default",
    "confirmation allowed",
    "stepUpAuth allowed",
  ];
  return table(head, rows);
}

function effectTable(): string {
  const rows = effectKinds.map((kind) => {
    const { reversible, external } = deriveEffect({ kind, description: "" });
    const written = kind === "unclassified" ? "bare text" : `\`${kind}: TEXT\``;
    return [written, reversible ? "yes" : "no", external ? "yes" : "no"];
  });
  return table(["written", "reversible, unless said", "leaves the system"], rows);
}

function builtInTable(): string {
  const rows = [...builtInTypes].map(([name, schema]) => [`\`${name}\``, `\`${JSON.stringify(schema)}\``]);
  return table(["type", "JSON Schema"], rows);
}

function limitTable(): string {
  const { length, syntax, nestedLoops } = conditionLimits;
  const rows = [
    ["characters", length],
    ["nodes", syntax.maxAstNodes],
    ["depth", syntax.maxDepth],
    ["elements of a list", syntax.maxListElements],
    ["entries of a map", syntax.maxMapEntries],
    ["arguments of a call", syntax.maxCallArguments],
    ["loops inside each other", nestedLoops],
  ] as const;
  return table(
    ["of a condition", "at most"],
    rows.map(([what, limit]) => [what, String(limit)]),
  );
}

function codeFirst([code, ...rest]: readonly [string, string]): string[] {
  return [`\`${code}\``, ...rest];
}

function listOf(words: Iterable<string>): string {
  return [...words].map((word) => `\`${word}\``).join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
