import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import {
  type Condition,
  conditionCompiler,
  type ConditionPrincipal,
  type ConditionScope,
  conditionSyntax,
} from "@proviso/manifest/condition";
import { walkOf } from "./found-values.ts";
import { invalidAt } from "./invalid-at.ts";
import { sample } from "./sample.ts";
import { type AtomNames, type SplitCondition, splitCondition } from "./split.ts";
import { withField } from "./values.ts";
import {
  type DomainScope,
  type ReadAtom,
  readAtom,
  scopeWith,
  standSchema,
  type Variable,
  whyClock,
} from "./variables.ts";

/** What evaluating a condition gives. `error`: it cannot be evaluated, such as for a field that is absent. */
export type Outcome = boolean | "error";

/** What is to be shown of all calls that a schema allows. */
export interface Question {
  readonly schema: JsonSchema;
  /** In CEL. What is asked may depend on the call only by these. */
  readonly conditions: readonly string[];
  /** Whether a call for which the conditions have these outcomes breaks what is to be shown. */
  readonly breaks: (outcomes: readonly Outcome[]) => boolean;
  /** Valid inputs; what a counterexample leaves open is taken from the first. */
  readonly examples?: readonly JsonObject[];
  /** Permissions that every caller has. */
  readonly permissions?: readonly string[];
}

/** A call, as conditions see it. */
export interface FoundCall {
  readonly input: JsonObject;
  readonly principal: ConditionPrincipal;
  readonly env: { readonly name: string };
}

/** `steps` counts evaluations: the size of the proof. */
export type Answer =
  | { readonly verdict: "proved"; readonly steps: number }
  | { readonly verdict: "counterexample"; readonly call: FoundCall; readonly steps: number }
  | {
      readonly verdict: "undecidable";
      /** The part of a condition that cannot be split into cells. */
      readonly expression: string;
      readonly why: string;
      readonly steps: number;
    };

/** Evaluations of one question: about a second. */
export const mostSteps = 200_000;
/** Calls that break the rule but that the schema refuses. */
const mostInvalid = 50;

/**
 * Evaluates the conditions once in every cell of the schema's values: two calls of one cell give every part of every condition the same
 * outcome. The evaluator is the one that servers use.
 */
export function explore(question: Question): Answer {
  const imagined = anyOutcomes(question.conditions.length);
  // What breaks the rule under no outcomes needs no cells.
  if (imagined && !imagined.some(question.breaks)) return { verdict: "proved", steps: imagined.length };
  const exploration = prepare(question);
  if ("why" in exploration) return { verdict: "undecidable", ...exploration, steps: 0 };
  return walk(question, exploration);
}

/** All outcomes that so many conditions could have together, possible or not; undefined if there are too many to try. */
export function anyOutcomes(conditions: number): readonly (readonly Outcome[])[] | undefined {
  if (conditions > 4) return undefined;
  return Array.from({ length: conditions }).reduce<readonly (readonly Outcome[])[]>(
    (lists) => lists.flatMap((list) => [true, false, "error" as const].map((each) => [...list, each])),
    [[]],
  );
}

/** The values of a variable with which its parts have different outcomes. */
interface Axis {
  readonly variable: Variable;
  readonly classes: readonly { readonly outcomes: JsonObject; readonly value: Json | undefined }[];
  readonly expression: string;
  readonly gap?: string;
}

interface Exploration {
  readonly axes: readonly Axis[];
  readonly skeletons: readonly Condition[];
  readonly whole: readonly Condition[];
  steps: number;
}

interface Unreadable {
  readonly expression: string;
  readonly why: string;
}

/** The clock of conditions that do not read it. */
const anyTime = new Date(0);

function prepare({ schema, conditions, permissions = [] }: Question): Exploration | Unreadable {
  // Most tools have no conditions, and need no types.
  if (conditions.length === 0) return { axes: [], skeletons: [], whole: [], steps: 0 };
  const compile = conditionCompiler(schema);
  const whole: Condition[] = [];
  const names: AtomNames = { byText: new Map(), count: 0 };
  const splits: SplitCondition[] = [];
  for (const expression of conditions) {
    const ast = conditionSyntax(expression);
    const compiled = ast && attempt(() => compile(expression));
    if (!compiled) return { expression, why: "it is no condition over these arguments" };
    whole.push(compiled);
    splits.push(splitCondition(ast, names));
  }
  const atoms = new Map(splits.flatMap((each) => [...each.atoms]));
  const compileSkeleton = conditionCompiler(skeletonSchema([...atoms.keys()]));
  const exploration = {
    axes: [] as Axis[],
    skeletons: splits.map(({ skeleton }) => compileSkeleton(skeleton)),
    whole,
    steps: 0,
  };
  const read = [...atoms].map(([name, atom]) => ({
    name,
    expression: textAt(atom, name, conditions, splits),
    ...readAtom(atom, name),
  }));
  for (const group of Map.groupBy(read, ({ variable }) => variable.key).values())
    exploration.axes.push(axisOf(group, { schema, permissions }, compile, exploration));
  return exploration;
}

type NamedAtom = ReadAtom & { readonly name: string; readonly expression: string };

function axisOf(
  group: readonly NamedAtom[],
  scope: DomainScope,
  compile: (expression: string) => Condition,
  counted: { steps: number },
): Axis {
  const [{ variable, expression }] = group as readonly [NamedAtom, ...NamedAtom[]];
  const compileOwn = variable.why === undefined ? compile : conditionCompiler(standSchema(variable.key));
  // A field of no known type is a condition only inside of a larger one; `!` takes a bool, as `&&` does.
  const conditions = group.map(
    ({ name, text }) => [name, attempt(() => compileOwn(text)) ?? compileOwn(`!!(${text})`)] as const,
  );
  const { values, gap } = variable.values(
    group.flatMap(({ asks }) => asks),
    scope,
  );
  const property = variable.key.startsWith("input.") ? propertySchema(scope.schema, variable.key) : undefined;
  const isValid = (value: Json | undefined): boolean =>
    value === undefined || property === undefined || !invalidAt(property, value);
  const classes = new Map<string, { outcomes: JsonObject; value: Json | undefined; isValid?: boolean }>();
  for (const value of values) {
    const outcomes = Object.fromEntries(
      conditions.flatMap(([name, condition]) => {
        counted.steps++;
        const outcome = evaluate(condition, scopeWith(variable, value, anyTime));
        return outcome === "error" ? [] : [[name, outcome] as const];
      }),
    );
    const key = conditions.map(([name]) => String(outcomes[name])).join();
    const known = classes.get(key);
    if (!known) classes.set(key, { outcomes, value });
    // Of the values of one class, a valid one shows that the class has any.
    else if (!(known.isValid ??= isValid(known.value)) && isValid(value))
      classes.set(key, { outcomes, value, isValid: true });
  }
  return { variable, classes: [...classes.values()], expression, ...(gap === undefined ? {} : { gap }) };
}

function propertySchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  const properties = schema["properties"];
  const property = isObject(properties) ? properties[key.slice("input.".length)] : undefined;
  if (!isObject(property)) return undefined;
  return schema["$defs"] === undefined ? property : { ...property, $defs: schema["$defs"] };
}

function walk(question: Question, exploration: Exploration): Answer {
  const { axes } = exploration;
  const undecided: Unreadable[] = [];
  let found: FoundCall | undefined;
  const visit = (at: number, outcomes: JsonObject, values: readonly (Json | undefined)[]): boolean => {
    if (exploration.steps > mostSteps || undecided.length > mostInvalid) return true;
    const axis = axes[at];
    if (!mayBreak(question, exploration, outcomes, axis !== undefined)) return false;
    if (axis)
      return axis.classes.some((each) =>
        visit(at + 1, { ...outcomes, ...each.outcomes }, [...values, each.value]),
      );
    const tried = tryCall(question, exploration, values);
    if ("why" in tried) undecided.push(tried);
    else found = tried;
    return found !== undefined;
  };
  visit(0, {}, []);
  const { steps } = exploration;
  if (found) return { verdict: "counterexample", call: found, steps };
  const gap = axes.find((axis) => axis.gap !== undefined);
  const [why] = [
    ...undecided,
    ...(gap ? [{ expression: gap.expression, why: gap.gap ?? "" }] : []),
    ...(steps > mostSteps
      ? [{ expression: question.conditions.join(" , "), why: `it has more than ${mostSteps} cells` }]
      : []),
  ];
  return why ? { verdict: "undecidable", ...why, steps } : { verdict: "proved", steps };
}

/**
 * Whether these outcomes of parts break the rule or, while others are `open`, may do so. A part without an outcome counts as one that
 * cannot be evaluated: a condition that is decided all the same has this outcome whatever the open parts turn out to be.
 */
function mayBreak({ breaks }: Question, exploration: Exploration, parts: JsonObject, open: boolean): boolean {
  const scope = { input: parts, principal: {}, env: {}, now: anyTime };
  exploration.steps += Math.max(1, exploration.skeletons.length);
  const outcomes = exploration.skeletons.map((skeleton) => evaluate(skeleton, scope));
  if (!open) return breaks(outcomes);
  const openConditions = outcomes.filter((each) => each === "error").length;
  const completions = anyOutcomes(openConditions);
  return (
    !completions ||
    completions.some((chosen) => {
      const left = chosen.values();
      return breaks(outcomes.map((each) => (each === "error" ? (left.next().value ?? "error") : each)));
    })
  );
}

/** A call with these values, if the schema accepts it and the whole conditions agree; else why it shows nothing. */
function tryCall(
  { schema, breaks, examples = [], permissions = [] }: Question,
  { axes, whole }: Exploration,
  values: readonly (Json | undefined)[],
): FoundCall | Unreadable {
  let input: JsonObject =
    examples[0] ?? (sample({ ...schema, type: "object" }, walkOf(schema)) as JsonObject);
  let principal: JsonObject = { id: "someone", kind: "agent", permissions };
  let env: JsonObject = { name: "live" };
  for (const [at, { variable }] of axes.entries()) {
    const [root, field = ""] = variable.key.split(/\.(.*)/s);
    if (variable.why !== undefined) continue;
    if (root === "input") input = withField(input, field, values[at]);
    else if (root === "principal") principal = withField(principal, field, values[at]);
    else env = withField(env, field, values[at]);
  }
  const call = { input, principal, env: { name: String(env["name"]) } };
  const unknown = axes.find(({ variable }) => variable.why !== undefined);
  const clock = axes.find(({ variable }) => variable.why === whyClock);
  const invalid = invalidAt(schema, input);
  if (invalid) {
    const { path, message } = invalid;
    const axis = axes.find(({ variable }) => variable.key === `input.${path[0] ?? ""}`) ?? axes[0];
    const why = `the call that would show it is not valid: \`${["input", ...path].join(".")}\` ${message}`;
    return { expression: axis?.expression ?? "", why };
  }
  const scope: ConditionScope = { ...call, now: anyTime };
  if (breaks(whole.map((condition) => evaluate(condition, scope))) && !clock) return call;
  const { expression = "", variable } = clock ?? unknown ?? {};
  return { expression, why: variable?.why ?? "the whole condition has another outcome" };
}

function evaluate(condition: Condition, scope: ConditionScope): Outcome {
  try {
    return condition(scope);
  } catch {
    return "error";
  }
}

function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function skeletonSchema(names: readonly string[]): JsonSchema {
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "boolean" }])) };
}

/** A part as the author wrote it. */
function textAt(
  { start, end }: { readonly start: number; readonly end: number },
  name: string,
  conditions: readonly string[],
  splits: readonly SplitCondition[],
): string {
  const at = splits.findIndex(({ atoms }) => atoms.has(name));
  return conditions[at]?.slice(start, end) ?? "";
}
