import { type Json, type JsonObject, type JsonSchema, canonicalJson, escapeCode } from "@proviso/manifest";
import {
  linearPattern,
  maxPatternSteps,
  type PatternBudget,
  PatternTooCostly,
} from "@proviso/manifest/pattern";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { problemExample } from "./problem-example.ts";
import { sizesFirst } from "./sizes-first.ts";
import { markSelfReferring } from "../canonical/self-referring.ts";

/** Where a value does not fit, and why. Never holds the value itself. */
export interface Problem {
  /** JSON Pointer; empty for the whole value. */
  readonly path: string;
  readonly problem: string;
}

/** The problems of a value; none if it fits. */
export type SchemaCheck = (value: Json) => readonly Problem[];

/** Compiles the check of a schema on first use. A problem with a pattern names an example. */
export type MakeCheck = (schema: () => JsonSchema, examples?: readonly JsonObject[]) => SchemaCheck;

/**
 * How often recursive types are entered in one check. With a recursive type in two alternatives,
 * Ajv tries both at every level: twenty levels are a million steps.
 */
const maxPatternChecks = 20_000;
const patternStepKeyword = "provisoStep";

/**
 * Makes checks that share their Ajv instances. Instances and schemas are compiled on first use, so
 * that a server with 1000 tools starts quickly.
 */
export function schemaChecks(): MakeCheck {
  const [first, every] = [checkCompiler(false), checkCompiler(true)];
  return (schema, examples) => {
    const marked = (): JsonSchema => markSelfReferring(schema(), { [patternStepKeyword]: true });
    const firstProblem = first(marked, examples);
    const everyProblem = every(() => sizesFirst(marked()), examples);
    return (value) => {
      const found = firstProblem(value);
      return found.length > 0 && isSmallValue(value) ? everyProblem(value) : found;
    };
  };
}

/** Naming every problem of a large value would take too long. */
const maxCheckedValues = 5000;

function isSmallValue(value: Json): boolean {
  let left = maxCheckedValues;
  const count = (item: Json): boolean =>
    --left > 0 && (typeof item !== "object" || item === null || Object.values(item).every(count));
  return count(value);
}

/** `allErrors` continues after the first problem. */
function checkCompiler(allErrors: boolean): MakeCheck {
  let ajv: Ajv2020 | undefined;
  let steps = 0;
  const budget: PatternBudget = { left: 0 };
  const takeStep = (): boolean => ++steps <= maxPatternChecks || stopCheck();
  return (schema, examples = []) => {
    let validate: ValidateFunction | undefined;
    return (value) => {
      ajv ??= makeAjv(allErrors, budget).addKeyword({
        keyword: patternStepKeyword,
        before: "$ref",
        validate: takeStep,
      });
      validate ??= ajv.compile(schema());
      steps = 0;
      budget.left = maxPatternSteps;
      return problemsOf(validate, value, examples);
    };
  };
}

class TooManySteps extends Error {}

function stopCheck(): never {
  throw new TooManySteps();
}

/** Characters of a list of allowed values. */
const maxListedValues = 300;
const maxListedProblems = 20;

function problemsOf(
  validate: ValidateFunction,
  value: Json,
  examples: readonly JsonObject[],
): readonly Problem[] {
  try {
    if (validate(value)) return [];
  } catch (error) {
    if (error instanceof PatternTooCostly)
      return [{ path: "", problem: "holds texts that take too long to be matched: make them shorter" }];
    if (error instanceof TooManySteps)
      return [{ path: "", problem: "is nested in too many ways to be checked: make it smaller" }];
    // Ajv compares objects by these if they have them, and a JSON value is no function.
    if (error instanceof TypeError)
      return [{ path: "", problem: "holds a property `toString` or `valueOf`, which cannot be compared" }];
    throw error;
  }
  // The error of `if` only says that an inner one failed.
  const problems = (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== "if")
    .map((error) => toProblem(error, validate.schema as JsonSchema, examples));
  const moreProblems = problems.length - maxListedProblems;
  if (moreProblems <= 0) return problems;
  return [
    ...problems.slice(0, maxListedProblems),
    { path: "", problem: `has ${moreProblems} more problems` },
  ];
}

/** The compiler has checked the schemas. */
function makeAjv(allErrors: boolean, budget: PatternBudget): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    ownProperties: true,
    meta: false,
    validateSchema: false,
    logger: false,
    code: { regExp: Object.assign((pattern: string) => expressionOf(pattern, budget), { code: "" }) },
  });
  formats.default(ajv);
  return withoutBombs(ajv);
}

/** Ajv compiles one expression per source text. */
interface PatternExpression {
  test(text: string): boolean;
  toString(): string;
}

/** The compiler has checked that this expression is safe, and only backtracking supports it. */
function expressionOf(pattern: string, budget: PatternBudget): PatternExpression {
  const test = linearPattern(pattern);
  if (!test) return new RegExp(pattern, "u");
  return { test: (text) => test(text, budget), toString: () => pattern };
}

/** Ajv compares each item with every other, and its `url` format backtracks: seconds for 50 kB. */
function withoutBombs(ajv: Ajv2020): Ajv2020 {
  ajv.removeKeyword("uniqueItems").addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must not have duplicate items" },
    validate: (wanted: boolean, items: readonly Json[]) =>
      !wanted || new Set(items.map(canonicalJson)).size === items.length,
  });
  return ajv.addFormat("url", (text) => /^(https?|ftp):\/\//i.test(text) && URL.canParse(text));
}

function toProblem(
  { instancePath, schemaPath, keyword, message, params }: ErrorObject,
  schema: JsonSchema,
  examples: readonly JsonObject[],
): Problem {
  const extra: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof extra === "string") {
    return {
      path: instancePath,
      problem: `must not have the property ${escapeCode(JSON.stringify(extra.slice(0, 80)))}`,
    };
  }
  const example =
    keyword === "pattern" ? problemExample({ at: instancePath, schemaPath }, schema, examples) : undefined;
  if (example !== undefined) return { path: instancePath, problem: `must be something like ${example}` };
  const allowed = keyword === "enum" ? oneOf(params["allowedValues"]) : undefined;
  return { path: instancePath, problem: allowed ?? message ?? `must fit \`${keyword}\`` };
}

/** Names the values that are allowed, so that a model need not look them up. A long list stays in the schema. */
function oneOf(allowed: readonly Json[]): string | undefined {
  const text = `must be one of ${allowed.map((value) => JSON.stringify(value)).join(", ")}`;
  return text.length > maxListedValues ? undefined : escapeCode(text);
}
