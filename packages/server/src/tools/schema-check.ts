import { canonicalJson } from "@proviso/manifest";
import type { Json, JsonSchema } from "@proviso/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { escapeText } from "../canonical/escape-text.ts";
import { markSelfReferring } from "../canonical/self-referring.ts";

/** Where a value does not fit and why. Never holds the value. */
export interface Problem {
  /** JSON Pointer; empty for the whole value. */
  readonly path: string;
  readonly problem: string;
}

/** The problems of a value; none if it fits. */
export type SchemaCheck = (value: Json) => readonly Problem[];

/**
 * A type that holds itself in two alternatives makes Ajv try both at every level: twenty levels are a million steps. So the
 * types that hold themselves are entered this often in one check, which takes a fraction of a second.
 */
const mostSteps = 20_000;
const stepKeyword = "provisoStep";

/** Makes checks that share one Ajv. Ajv and each schema are compiled on first use: a server of 1000 tools starts at once. */
export function schemaChecks(): (schema: () => JsonSchema) => SchemaCheck {
  let ajv: Ajv2020 | undefined;
  let steps = 0;
  const takeStep = (): boolean => ++steps <= mostSteps || stop();
  return (schema) => {
    let validate: ValidateFunction | undefined;
    return (value) => {
      ajv ??= makeAjv().addKeyword({ keyword: stepKeyword, before: "$ref", validate: takeStep });
      validate ??= ajv.compile(markSelfReferring(schema(), { [stepKeyword]: true }));
      steps = 0;
      return problemsOf(validate, value);
    };
  };
}

class TooManySteps extends Error {}

function stop(): never {
  throw new TooManySteps();
}

function problemsOf(validate: ValidateFunction, value: Json): readonly Problem[] {
  try {
    return validate(value) ? [] : (validate.errors ?? []).slice(0, 20).map(toProblem);
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return [{ path: "", problem: "is nested in too many ways to be checked: make it smaller" }];
  }
}

/**
 * The first error ends the check (`allErrors: false`), so that `maxLength` and `maxItems` protect what is costly after
 * them. The compiler has checked the schemas themselves.
 */
function makeAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    ownProperties: true,
    meta: false,
    validateSchema: false,
    logger: false,
  });
  formats.default(ajv);
  return withoutBombs(ajv);
}

/** Ajv compares every item with every other one, and its `url` backtracks: seconds for 50 kB. */
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

function toProblem({ instancePath, keyword, message, params }: ErrorObject): Problem {
  const extra: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof extra === "string") {
    return {
      path: instancePath,
      problem: `must not have the property ${escapeText(JSON.stringify(extra.slice(0, 80)))}`,
    };
  }
  return { path: instancePath, problem: message ?? `must fit \`${keyword}\`` };
}
