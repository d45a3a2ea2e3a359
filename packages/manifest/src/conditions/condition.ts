import { Environment, parse, serialize } from "@marcbachmann/cel-js";
import { whyTooLong } from "./condition-costs.ts";
import { namesVariable, type UnguardedRead, unguardedReads } from "./condition-reads.ts";
import { type CelType, type InputTypes, type RecordType, inputTypes, recordType } from "./condition-types.ts";
import { parseGuarded } from "./guarded-condition.ts";
import { type CelNode, impossibleTexts, isCelNode, isSameSyntax } from "./condition-values.ts";
import type { Json, JsonObject, JsonSchema, ToolContract } from "../contract/contract.ts";

/** The variables of a condition. `principal.authTime` is a date; everything else is JSON. */
export interface ConditionScope {
  readonly input: JsonObject;
  readonly principal: JsonObject | ConditionPrincipal;
  readonly env: JsonObject;
  readonly now: Date;
}

/** The caller in conditions. `authTime` is seconds since 1970 (OpenID Connect `auth_time`), or a date. */
export interface ConditionPrincipal {
  readonly id?: string;
  readonly tenant?: string;
  readonly kind?: string;
  readonly permissions?: readonly string[];
  readonly acr?: string;
  readonly authTime?: number | string | Date;
}

/** Throws if the condition cannot be evaluated: the caller must then confirm, step up or refuse. */
export type Condition = (scope: ConditionScope) => boolean;

/** Offsets count UTF-16 units inside the expression; `end` is exclusive. */
export type ConditionCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number };

/** People read conditions: these limits are far above what anybody can review. */
export const conditionLimits = {
  length: 2000,
  syntax: { maxAstNodes: 256, maxDepth: 24, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 8 },
  /** Nested loops (`all`, `exists`, `map`, …): a list of 50 kB in two of them blocks a server for ten seconds. */
  nestedLoops: 1,
} as const;

const timestampType = "google.protobuf.Timestamp";
const textType: CelType = { name: "string", convert: (value) => value };
const [principalType, principalRecord] = recordType(
  "principal",
  new Map<string, CelType>([
    ["id", textType],
    ["tenant", textType],
    ["kind", textType],
    ["permissions", { name: "list<string>", convert: (value) => value }],
    ["acr", textType],
    ["authTime", { name: timestampType, convert: toDate }],
  ]),
);
const [envType, envRecord] = recordType("env", new Map([["name", textType]]));

export type { UnguardedRead } from "./condition-reads.ts";

/** The variables that a condition may use: everything about a call, or its input alone. */
export type ConditionView = "call" | "input";

/** Checks that `expression` is CEL with a bool result over `input`, `principal`, `env` and `now`, within the limits. */
export function checkCondition(
  expression: string,
  inputSchema: JsonSchema,
  view: ConditionView = "call",
): ConditionCheck {
  const celEnv = celEnvironment(inputTypes(inputSchema), view);
  const check = checkExpression(celEnv, expression);
  if (!check.ok) return check;
  const [impossible] = impossibleTexts(celEnv.parse(expression).ast, inputSchema);
  if (!impossible) return check;
  const { node, field, allowed } = impossible;
  const values = allowed.map((value) => `\`${value}\``).join(", ");
  return refuseCondition(
    `\`${field}\` is never \`${String(node.args)}\`, but one of ${values}`,
    expression,
    node,
  );
}

/** Optional input fields that a condition accepted by `checkCondition` reads without checking that they exist. */
export function unguardedReadsOf(expression: string, inputSchema: JsonSchema): readonly UnguardedRead[] {
  return unguardedReads(parse(expression).ast, inputSchema);
}

/** Whether a condition accepted by `checkCondition` has the same value for every call, like `true`. */
export function isConstant(expression: string): boolean {
  return !namesVariable(parse(expression).ast);
}

/** The syntax tree of a condition; undefined for a text that is not CEL or is too long. */
export function conditionSyntax(expression: string): CelNode | undefined {
  if (expression.length > conditionLimits.length) return undefined;
  try {
    return parse(expression).ast as CelNode;
  } catch {
    return undefined;
  }
}

/** A part of a syntax tree as text; undefined if the library cannot print it exactly, such as `1e-12`. */
export function conditionText(part: CelNode): string | undefined {
  const text = serialize(part as Parameters<typeof serialize>[0]);
  const again = conditionSyntax(text);
  return again && isSameSyntax(part, again) ? text : undefined;
}

/** Parses once. Throws a TypeError for an expression that `checkCondition` refuses. */
export function compileCondition(expression: string, inputSchema: JsonSchema): Condition {
  return conditionCompiler(inputSchema)(expression);
}

/** Compiles many conditions over one schema, whose types are made once. Throws as `compileCondition` does. */
export function conditionCompiler(inputSchema: JsonSchema): (expression: string) => Condition {
  const types = inputTypes(inputSchema);
  const celEnv = celEnvironment(types, "call");
  return (expression) => {
    const { input: inputType, evaluate } = compileIn(celEnv, types, expression);
    return ({ input, principal, env, now }) =>
      evaluate({
        input: inputType.convert(input),
        principal: principalType.convert(principal as JsonObject),
        env: envType.convert(env),
        now,
      });
  };
}

/**
 * Finds the refinement for an input: the index of the first whose condition is true. If an earlier condition cannot be
 * evaluated, none applies and the tool's own rules hold. Conditions are compiled on first use.
 */
export function refinementChooser({
  refinements = [],
  inputSchema,
}: ToolContract): (input: JsonObject) => number | undefined {
  const compiled: ((input: JsonObject) => boolean)[] = [];
  const holds = (position: number, when: string, input: JsonObject): boolean =>
    (compiled[position] ??= inputCondition(when, inputSchema))(input);
  return (input) => {
    try {
      const position = refinements.findIndex(({ when }, index) => holds(index, when, input));
      return position === -1 ? undefined : position;
    } catch {
      return undefined;
    }
  };
}

function inputCondition(expression: string, inputSchema: JsonSchema): (input: JsonObject) => boolean {
  const { input: inputType, evaluate } = compileWithTypes(expression, inputSchema, "input");
  return (input) => evaluate({ input: inputType.convert(input) });
}

interface CompiledCondition {
  readonly input: CelType;
  readonly evaluate: (variables: Record<string, unknown>) => boolean;
}

function compileWithTypes(
  expression: string,
  inputSchema: JsonSchema,
  view: ConditionView,
): CompiledCondition {
  const types = inputTypes(inputSchema);
  return compileIn(celEnvironment(types, view), types, expression);
}

function compileIn(celEnv: Environment, types: InputTypes, expression: string): CompiledCondition {
  const check = checkExpression(celEnv, expression);
  if (!check.ok) throw new TypeError(`not a condition: ${check.message}`);
  const run = parseGuarded(celEnv, expression, conditionLimits.syntax);
  const evaluate: CompiledCondition["evaluate"] = (variables) => {
    const result: unknown = run(variables);
    if (typeof result !== "boolean") throw new TypeError("the condition did not yield a bool");
    return result;
  };
  return { input: types.input, evaluate };
}

function celEnvironment(
  types: { input: CelType; records: readonly RecordType[] },
  view: ConditionView,
): Environment {
  const celEnv = new Environment({ limits: conditionLimits.syntax });
  // Authors write `input.count == 5`, and JSON numbers are doubles.
  celEnv.registerOperator("double == int", (left: number, right: bigint) => left === Number(right));
  for (const { name, make, fields } of [...types.records, principalRecord, envRecord]) {
    celEnv.registerType(name, { ctor: make, fields });
  }
  celEnv.registerVariable("input", types.input.name);
  if (view === "input") return celEnv;
  return celEnv
    .registerVariable("principal", principalType.name)
    .registerVariable("env", envType.name)
    .registerVariable("now", timestampType);
}

function checkExpression(celEnv: Environment, expression: string): ConditionCheck {
  if (expression.length > conditionLimits.length) {
    return refuseCondition(`the condition is longer than ${conditionLimits.length} characters`, expression);
  }
  const { valid, type, error } = celEnv.check(expression);
  if (!valid) return refuseCondition(error?.summary ?? "not a CEL expression", expression, error?.range);
  if (type !== "bool")
    return refuseCondition(`the condition must yield a bool, and this yields ${type}`, expression);
  const measure: ConditionMeasure = { loops: 0, has: [], unsafe: [] };
  measureCondition(celEnv.parse(expression).ast, 0, measure);
  if (measure.loops > conditionLimits.nestedLoops) {
    return refuseCondition("no loop may stand inside another one", expression);
  }
  const [unsafe] = measure.unsafe;
  if (unsafe) return refuseCondition(unsafe.why, expression, unsafe);
  return checkArgumentsOfHas(celEnv, expression, measure.has);
}

/** CEL promises linear time for it; JavaScript's regular expressions may backtrack. */
const noMatchesCall =
  "`matches` may take for ever: use `startsWith`, `endsWith` or `contains`, or a `pattern` in the type";
/** A comparison with NaN is silently false, which would switch off a confirmation: `double("nan") > 1000.0`. */
const noDoubleCall =
  "`double` may make what no comparison holds for, as of the text `nan`: a number of the input is a double already; give a text the type `number`";
/** JSON has none of them, and the library reads them in other ways than the CEL specification. */
const otherValues =
  "conditions know numbers, texts, truth values, times, lists and objects: no bytes, unsigned numbers, `dyn` or `optional`";
const otherNames: ReadonlySet<unknown> = new Set(["bytes", "uint", "dyn"]);
const noDivision =
  "a division by zero may make what no comparison holds for: divide by a number that is written here, or multiply the other side";

/**
 * `has(input.typo)` is silently false in CEL, which would switch off a confirmation. So the expression is checked again with
 * each `has` replaced by `dyn`, which has the same length and type-checks its argument.
 */
function checkArgumentsOfHas(
  celEnv: Environment,
  expression: string,
  calls: readonly ExpressionRange[],
): ConditionCheck {
  let strict = expression;
  for (const { start } of calls) strict = `${strict.slice(0, start)}dyn${strict.slice(start + 3)}`;
  const { valid, error } = celEnv.check(strict);
  return valid
    ? { ok: true }
    : refuseCondition(error?.summary ?? "not a CEL expression", expression, error?.range);
}

interface ExpressionRange {
  readonly start: number;
  readonly end: number;
}
interface ConditionMeasure {
  loops: number;
  readonly has: ExpressionRange[];
  readonly unsafe: (ExpressionRange & { readonly why: string })[];
}

const loopNames: ReadonlySet<unknown> = new Set(["all", "exists", "exists_one", "map", "filter"]);

function measureCondition(celNode: unknown, depth: number, measure: ConditionMeasure): void {
  if (Array.isArray(celNode)) for (const item of celNode) measureCondition(item, depth, measure);
  if (!isCelNode(celNode)) return;
  const name: unknown = Array.isArray(celNode.args) ? celNode.args[0] : undefined;
  if (celNode.op === "call" && name === "has") measure.has.push(celNode);
  const why = whyUnsafeCall(celNode, name) ?? whyTooLong(celNode, depth);
  if (why !== undefined) measure.unsafe.push({ start: celNode.start, end: celNode.end, why });
  if (celNode.op !== "rcall" || !loopNames.has(name)) return measureCondition(celNode.args, depth, measure);
  measure.loops = Math.max(measure.loops, depth + 1);
  // The list of a loop is evaluated once, so a loop over the result of another one is not nested.
  const [, list, body] = celNode.args as readonly unknown[];
  measureCondition(list, depth, measure);
  measureCondition(body, depth + 1, measure);
}

function whyUnsafeCall({ op, args }: CelNode, name: unknown): string | undefined {
  const isCall = op === "call" || op === "rcall";
  if (isCall && name === "matches") return noMatchesCall;
  if (isCall && name === "double") return noDoubleCall;
  if (op === "id" ? args === "optional" : isCall && otherNames.has(name)) return otherValues;
  if (op === "value" && typeof args === "object" && args !== null) return otherValues;
  return op === "/" && Array.isArray(args) && !isNumberButZero(args[1]) ? noDivision : undefined;
}

function isNumberButZero(celNode: unknown): boolean {
  return isCelNode(celNode) && celNode.op === "value" && Number(celNode.args) !== 0;
}

function refuseCondition(message: string, expression: string, range?: ExpressionRange): ConditionCheck {
  const { start, end } = range ?? { start: 0, end: expression.length };
  return { ok: false, message, start, end };
}

/** Throws for an invalid date, because comparisons with one are silently false. */
function toDate(value: Json | Date): Date {
  if (value instanceof Date) return value;
  const date = new Date(typeof value === "number" ? value * 1000 : String(value));
  if (Number.isNaN(date.getTime())) throw new TypeError("`authTime` is not a time");
  return date;
}
