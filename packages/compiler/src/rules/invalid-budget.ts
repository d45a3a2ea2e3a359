import {
  type Budget,
  budgetPath,
  isObject,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "@proviso/manifest";
import { holdsSecret, marksSecret } from "@proviso/manifest/question";
import { didYouMean, nearest } from "../report/did-you-mean.ts";
import { guarantees, requires } from "./facts/guarantees.ts";
import { schemasInPlace } from "./facts/schemas-in-place.ts";
import { isSecretName } from "./facts/secret-name.ts";
import type { BudgetFields } from "../decode/document.ts";
import { type RuleReport, type ToolRule, toolRule } from "./facts/rule.ts";

export const invalidBudget: ToolRule = toolRule({
  code: "contract/invalid-budget",
  summary: "A budget adds up an argument that is a number of at least 0 in every call, in one unit.",
  check({ tool: { inputSchema }, written }, report) {
    const budgets = [written.budget?.fields, written.exception?.fields.budget?.fields];
    for (const budget of budgets) if (budget) checkBudget(budget, inputSchema, report);
  },
});

function checkBudget({ of, unit }: Partial<BudgetFields>, inputSchema: JsonSchema, report: RuleReport): void {
  const amount = of && findArgument(of.value, inputSchema);
  const found = unit && findArgument(unit.value, inputSchema);
  if (of && amount) {
    const [problem, hint] = amountProblem(of.value, amount, unit !== undefined, inputSchema) ?? [];
    if (problem !== undefined) report(problem, of.span, hint);
  }
  if (unit && found) {
    const [problem, hint] = unitProblem(unit.value, found, inputSchema) ?? [];
    if (problem !== undefined) report(problem, unit.span, hint);
  }
}

/** Whether every amount is a whole number, unless `invalidBudget` reports it; and the units that calls can have. */
export function argumentFacts(
  { of, unit }: Pick<Budget, "of" | "unit">,
  root: JsonSchema,
): { readonly isWhole: boolean; readonly units: readonly Json[] | undefined } {
  const amount = findArgument(of, root);
  const found = unit === undefined ? undefined : findArgument(unit, root);
  const areAll = (test: (schema: JsonObject) => boolean): boolean =>
    !isProblem(amount) && amount.schemas.every((each) => guarantees(each, root, test));
  const isWhole = !areAll(isNumeric) || areAll(isWholeNumber);
  if (!found || isProblem(found)) return { isWhole, units: undefined };
  const schemas = found.schemas.flatMap((each) => schemasInPlace(each, root));
  return { isWhole, units: schemas.flatMap((each) => valuesOf(each) ?? []) };
}

type Problem = readonly [message: string, hint?: string | undefined];

interface Argument {
  readonly schemas: readonly Json[];
  /** Of the object that holds it, with their schemas. */
  readonly beside: readonly (readonly [string, Json])[];
}

/** The argument at a path such as `input.amount.cents`, if every call has it and may show it. */
function findArgument(text: string, root: JsonSchema): Argument | Problem {
  const path = budgetPath(text);
  if (!text.startsWith("input.") || path.includes(""))
    return [`\`${text}\` is not an argument`, "write its path in the input: `input.amount.cents`"];
  let schemas: readonly Json[] = [root];
  let beside: Argument["beside"] = [];
  for (const name of path) {
    const holders = schemas.flatMap((each) => schemasInPlace(each, root));
    beside = holders.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : []));
    const names = beside.map(([key]) => key);
    const isRequired = schemas.every((each) => requires(each, name, root));
    schemas = beside.flatMap(([key, schema]) => (key === name ? [schema] : []));
    if (schemas.length === 0) return [`there is no argument \`${text}\``, didYouMean(nearest(name, names))];
    const hasDefault = schemas.every((each) => isObject(each) && each["default"] !== undefined);
    if (!isRequired && !hasDefault)
      return [
        `\`${text}\` may be absent, and a call without it could not be counted`,
        "require it, or give it a default",
      ];
    const isMarked = schemas.flatMap((each) => schemasInPlace(each, root)).some(marksSecret);
    if (isMarked || isSecretName(name) || schemas.some((each) => holdsSecret(each, root)))
      return [`\`${text}\` is secret, and a refusal says what remains`, "count another argument"];
  }
  return { schemas, beside };
}

function amountProblem(
  text: string,
  found: Argument | Problem,
  hasUnit: boolean,
  root: JsonSchema,
): Problem | undefined {
  if (isProblem(found)) return found;
  const { schemas, beside } = found;
  if (!schemas.every((each) => guarantees(each, root, isNumeric)))
    return [`\`${text}\` is not a number, and a budget adds it up`, "name an argument of type `integer`"];
  if (!schemas.every((each) => guarantees(each, root, isNotNegative)))
    return [`\`${text}\` may be negative, and would add to what remains`, "give it `minimum: 0`"];
  const mixed = beside.find(([name, schema]) => /^(currency|unit)$/i.test(name) && !isFixed(schema, root));
  if (!mixed || hasUnit) return undefined;
  const sibling = [...text.split(".").slice(0, -1), mixed[0]].join(".");
  return [
    `\`${text}\` has the unit that \`${sibling}\` says, and a budget adds up one unit`,
    `count each unit alone: \`unit: ${sibling}\``,
  ];
}

/** Units have to be listed: a caller who could write any would have a new budget with each. */
function unitProblem(text: string, found: Argument | Problem, root: JsonSchema): Problem | undefined {
  if (isProblem(found)) return found;
  const isListed = found.schemas.every((each) => guarantees(each, root, isListOfTexts));
  return isListed
    ? undefined
    : [
        `\`${text}\` may be any value, and each would have a budget of its own`,
        "list its values with `enum`",
      ];
}

function isProblem(found: Argument | Problem): found is Problem {
  return Array.isArray(found);
}

function valuesOf({ const: only, enum: some }: JsonObject): readonly Json[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(some) ? (some as readonly Json[]) : undefined;
}

function isNumeric(schema: JsonObject): boolean {
  const { type } = schema;
  return type === "integer" || type === "number" || valuesOf(schema)?.every(isNumber) === true;
}

function isWholeNumber(schema: JsonObject): boolean {
  return schema["type"] === "integer" || valuesOf(schema)?.every((each) => Number.isInteger(each)) === true;
}

function isNumber(value: Json): value is number {
  return typeof value === "number";
}

function isNotNegative(schema: JsonObject): boolean {
  const { exclusiveMinimum, minimum } = schema;
  return isAtLeast0(minimum) || isAtLeast0(exclusiveMinimum) || valuesOf(schema)?.every(isAtLeast0) === true;
}

function isAtLeast0(value: Json | undefined): boolean {
  return typeof value === "number" && value >= 0;
}

function isListOfTexts(schema: JsonObject): boolean {
  return valuesOf(schema)?.every((value) => typeof value === "string") === true;
}

function isFixed(schema: Json, root: JsonSchema): boolean {
  return guarantees(schema, root, (each) => valuesOf(each)?.length === 1);
}
