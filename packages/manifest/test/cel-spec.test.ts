import { tests as published } from "@bufbuild/cel-spec/testdata/conformance.js";
import { expect, test } from "vitest";
import { checkCondition, conditionCompiler } from "../src/conditions/condition.ts";

/** The shape of the published cases; `original` is a `SimpleTest` of the specification, in JSON. */
interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Case }[];
}
interface Case {
  readonly name?: string;
  readonly expr: string;
  readonly bindings?: unknown;
  readonly container?: string;
  readonly typeEnv?: unknown;
  readonly evalError?: unknown;
  readonly value?: {
    readonly boolValue?: boolean;
    readonly int64Value?: string;
    readonly stringValue?: string;
  };
}

/** Where the library differs from the specification: with a zone, as an error, which asks; the others in letters beyond ASCII. */
const known = [
  "lowerascii_unicode",
  "lowerascii_unicode_with_space",
  "upperascii_unicode",
  "unicode_space_chars_1",
  "unicode_no_trim",
  "map_key_null",
  "map_one",
  "getHours",
  "add_time_to_duration_nanos_positive",
];

function* casesIn({ name, suites = [], tests = [] }: Suite): Generator<Case & { readonly id: string }> {
  for (const { original } of tests) yield { ...original, id: `${name}/${original.name ?? original.expr}` };
  for (const suite of suites) yield* casesIn(suite);
}

/** The case as a condition with its outcome; undefined for a case with variables, or with a value that conditions do not have. */
function asCondition({ expr, value, evalError }: Case): readonly [string, boolean | "error"] | undefined {
  if (evalError !== undefined) return [expr, "error"];
  if (value === undefined) return [expr, true];
  if (value.boolValue !== undefined) return [expr, value.boolValue];
  if (value.int64Value !== undefined) return [`(${expr}) == ${value.int64Value}`, true];
  if (value.stringValue !== undefined) return [`(${expr}) == ${JSON.stringify(value.stringValue)}`, true];
  return undefined;
}

const compile = conditionCompiler({ type: "object" });

function outcomeOf(expression: string): boolean | "error" {
  try {
    return compile(expression)({ input: {}, principal: {}, env: {}, now: new Date(0) });
  } catch {
    return "error";
  }
}

test("conditions that are accepted have the outcomes of the CEL specification's conformance cases", () => {
  const cases = [...casesIn(published as Suite)].filter(
    ({ bindings, container, typeEnv }) =>
      bindings === undefined && container === undefined && typeEnv === undefined,
  );
  const tried = cases.flatMap((each) => {
    const condition = asCondition(each);
    if (!condition || !checkCondition(condition[0], { type: "object" }).ok) return [];
    return [{ id: each.id, differs: outcomeOf(condition[0]) !== condition[1] }];
  });
  const differing = tried.filter(({ differs }) => differs).map(({ id }) => id.slice(id.indexOf("/") + 1));
  expect(differing.toSorted()).toEqual(known.toSorted());
  expect(tried.length).toBeGreaterThan(400);
});
