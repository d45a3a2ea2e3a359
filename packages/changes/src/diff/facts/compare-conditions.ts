import { explore, type ConditionOutcome } from "@proviso/prove/cells";
import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import { looseSchema } from "./loose-schema.ts";
import { shown } from "./json-value.ts";

/**
 * Two conditions in CEL. `wider`: the later one holds wherever the earlier one does. `same`: both
 * hold for the same calls. `unclear`: neither is certain, or neither is true.
 */
export type ConditionDifference = "same" | "wider" | "narrower" | "unclear";

/** The two conditions, and the tool before and after. */
export interface ChangedCondition {
  readonly before: string;
  readonly after: string;
  readonly tools: readonly [Compared, Compared];
  /** Whether the rule applies if its condition fails: rules that ask do, refinements do not. */
  readonly appliesOnError: boolean;
}

type Compared = Pick<ToolContract, "inputSchema" | "examples">;
type Applies = (outcome: ConditionOutcome | undefined) => boolean;

export interface ComparedConditions {
  readonly difference: ConditionDifference;
  /** A call to which only the earlier condition applies, and one to which only the later does. */
  readonly noLonger?: JsonObject;
  readonly newly?: JsonObject;
}

/**
 * Compares for all values of the arguments' types, not only within today's bounds: a condition that
 * is looser outside of them would become looser unseen when a bound moves.
 */
export function compareConditions(changed: ChangedCondition): ComparedConditions {
  const { before, after, tools, appliesOnError } = changed;
  const [was, is] = tools;
  const loose = looseSchema(was.inputSchema, is.inputSchema);
  const applies: Applies = (outcome) => outcome === true || (appliesOnError && outcome === "error");
  const holds = (breaks: (outcomes: readonly ConditionOutcome[]) => boolean): boolean =>
    explore({ schema: loose, conditions: [before, after], breaks }).verdict === "proved";
  const isWider = holds(([first, second]) => applies(first) && !applies(second));
  const isNarrower = holds(([first, second]) => applies(second) && !applies(first));
  if (isWider && isNarrower) {
    // Where one cannot be evaluated, refinements that come after it do not apply either.
    const isSame = appliesOnError || holds(([first, second]) => first !== second);
    return { difference: isSame ? "same" : "unclear" };
  }
  const noLonger = isWider
    ? undefined
    : callFor(changed, ([first, second]) => applies(first) && !applies(second));
  const newly = isNarrower
    ? undefined
    : callFor(changed, ([first, second]) => applies(second) && !applies(first));
  const difference = isWider ? "wider" : isNarrower ? "narrower" : "unclear";
  return { difference, ...(noLonger && { noLonger }), ...(newly && { newly }) };
}

function callFor(
  { before, after, tools: [, { inputSchema, examples }] }: ChangedCondition,
  breaks: (outcomes: readonly ConditionOutcome[]) => boolean,
): JsonObject | undefined {
  const inputs = examples.map(({ input }) => input);
  const answer = explore({ schema: inputSchema, conditions: [before, after], breaks, examples: inputs });
  if (answer.verdict !== "counterexample") return undefined;
  const { input, principal, env } = answer.call;
  const reads = (name: string): boolean => [before, after].some((each) => each.includes(name));
  const { permissions = [], ...caller } = principal;
  return {
    ...input,
    ...(reads("principal") && { principal: { ...caller, permissions: [...permissions] } as Json }),
    ...(reads("env") && { env }),
  };
}

/** The calls of a changed rule, as a part of its message. */
export function callsText({ noLonger, newly }: ComparedConditions, words: readonly [string, string]): string {
  const [before, after] = words;
  const parts = [noLonger && `${before} ${shown(noLonger)}`, newly && `${after} ${shown(newly)}`];
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? "" : `; ${said.join(", and ")}`;
}
