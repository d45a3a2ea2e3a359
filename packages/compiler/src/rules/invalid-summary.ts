import type { Json, JsonSchema } from "@proviso/manifest";
import { holdsSecret, marksSecret, readSummary, type SummaryArgument } from "@proviso/manifest/question";
import { didYouMean, nearest } from "../report/did-you-mean.ts";
import { requires } from "./facts/guarantees.ts";
import { schemasInPlace } from "./facts/schemas-in-place.ts";
import { isSecretName } from "./facts/secret-name.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const invalidSummary: ToolRule = toolRule({
  code: "contract/invalid-summary",
  summary: "A summary is short, and names arguments that exist, are not secret and fit their formats.",
  check({ tool: { inputSchema }, written }, report) {
    if (!written.summary) return;
    const { value, span } = written.summary;
    const template = readSummary(value);
    if (!template.ok) return report(`\`summary\` ${template.problem}`, span);
    for (const part of template.parts) {
      if (part.kind === "words") continue;
      for (const argument of [part, ...currencyOf(part)]) {
        const [problem, hint] = problemOf(argument, inputSchema) ?? [];
        if (problem !== undefined) report(problem, span, hint);
      }
    }
  },
});

/** The argument that says the currency of an amount, which is shown as well. */
function currencyOf({
  format,
  details: [currency = ""],
  group,
}: SummaryArgument): readonly SummaryArgument[] {
  if (format !== "money" || /^[A-Z]{3}$/.test(currency)) return [];
  return [{ kind: "argument", path: currency.split("."), details: [], group }];
}

type Problem = readonly [message: string, hint?: string | undefined];

function problemOf(argument: SummaryArgument, root: JsonSchema): Problem | undefined {
  const { path, group } = argument;
  const shown = path.join(".");
  const secret = [`\`${shown}\` is secret, and whoever is asked reads the summary`, "leave it out"] as const;
  let schemas: readonly Json[] = [root];
  let isRequired = true;
  for (const name of path) {
    const properties = inPlace(schemas, root).flatMap((each) => Object.entries(each["properties"] ?? {}));
    isRequired &&= schemas.some((schema) => requires(schema, name, root));
    schemas = properties.flatMap(([key, schema]) => (key === name ? [schema] : []));
    const names = properties.map(([key]) => key);
    if (schemas.length === 0) return [`there is no argument \`${shown}\``, didYouMean(nearest(name, names))];
    if (isSecretName(name) || inPlace(schemas, root).some(marksSecret)) return secret;
  }
  if (schemas.some((schema) => holdsSecret(schema, root))) return secret;
  return isRequired || group > 0
    ? formProblem(argument, inPlace(schemas, root))
    : [`\`${shown}\` may be absent`, `put it and its words in square brackets: \`[ for {${shown}}]\``];
}

function inPlace(schemas: readonly Json[], root: JsonSchema): readonly JsonSchema[] {
  return schemas.flatMap((schema) => schemasInPlace(schema, root));
}

/** The types of values that a format is for. */
const typesOf: Readonly<Record<NonNullable<SummaryArgument["format"]>, readonly string[]>> = {
  money: ["integer"],
  iban: ["string"],
  date: ["string"],
  duration: ["integer", "number"],
  count: ["integer", "array"],
  bytes: ["integer"],
};

function formProblem({ path, format }: SummaryArgument, schemas: readonly JsonSchema[]): Problem | undefined {
  const shown = path.join(".");
  const types = schemas.flatMap(
    ({ type }): readonly Json[] => (Array.isArray(type) ? type : (type ?? [])) as readonly Json[],
  );
  if (!format)
    return types.includes("object")
      ? [
          `\`${shown}\` is an object, which is no part of a sentence`,
          `name a value inside of it: \`{${shown}.name}\``,
        ]
      : undefined;
  const wanted = typesOf[format];
  const isDate = schemas.some((schema) => schema["format"] === "date" || schema["format"] === "date-time");
  const fits =
    types.length > 0 && types.every((type) => type === "null" || wanted.some((each) => each === type));
  if (fits && (format !== "date" || isDate)) return undefined;
  const kind =
    format === "date" ? "a text with `format: date` or `date-time`" : `of type ${wanted.join(" or ")}`;
  return [
    `\`${format}\` needs a value that is ${kind}, and \`${shown}\` is not`,
    "use another format, or none",
  ];
}
