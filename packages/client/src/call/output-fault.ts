import { dereference, type Schema, validate } from "@cfworker/json-schema";
import { callSchema, contentProblems, planSchema } from "@proviso/manifest";
import { callSentence, sentenceText } from "@proviso/manifest/question";
import { maxPatternSteps, type PatternBudget, PatternTooCostly } from "@proviso/manifest/pattern";
import type { Json, JsonObject, JsonSchema, ToolContract } from "@proviso/manifest";
import { withLinearPatterns } from "./linear-patterns.ts";

type SchemaLookup = ReturnType<typeof dereference>;

interface OutputChecker {
  readonly schema: Schema;
  readonly lookup: SchemaLookup;
}

const outputCheckers = new WeakMap<JsonSchema, OutputChecker>();

/**
 * How often one check may enter named types. A type that contains itself in two alternatives is entered twice as often at each
 * level, so without a limit a server could keep the client busy with a small output.
 */
const maxCheckSteps = 20_000;
// Stryker disable next-line ObjectLiteral: set before each check
const checkBudget: PatternBudget = { left: 0 };

/**
 * How an output violates the pinned contract (JSON Schema 2020-12), as a sentence; undefined if it fits. A schema that only the
 * server lists is never used, because it proves nothing.
 */
export function outputFault(contract: ToolContract, dryRun: boolean, output: JsonObject): string | undefined {
  const preview = (dryRun ? contract.dryRun : undefined)?.preview;
  if (preview) return schemaFault(preview, () => planSchema(preview), output);
  const { outputSchema, result } = contract;
  const [problem] = result ? contentProblems(output["content"], result) : [];
  if (problem) return `\`${problem.path}\` of the result ${problem.problem}`;
  const structured = result ? (output["structuredContent"] ?? null) : output;
  return outputSchema && schemaFault(outputSchema, () => outputSchema, structured);
}

/** Returns how an input violates the contract, as a sentence; undefined if it fits. For servers that may not check inputs. */
export function inputFault(contract: ToolContract, input: JsonObject): string | undefined {
  return outputFaultOf(
    outputCheckerFor(contract.inputSchema, () => callSchema(contract)),
    input,
  );
}

/** What a call does, in one sentence of its contract. */
export function callSummary(contract: ToolContract, input: JsonObject): string {
  return sentenceText(callSentence(contract, input));
}

function schemaFault(cacheKey: JsonSchema, schemaOf: () => JsonSchema, value: Json): string | undefined {
  const fault = outputFaultOf(outputCheckerFor(cacheKey, schemaOf), value);
  return fault === undefined ? undefined : `the output does not fit its schema: ${fault}`;
}

class CheckTooLong extends Error {}

function outputFaultOf({ schema, lookup: schemaLookup }: OutputChecker, value: Json): string | undefined {
  checkBudget.left = maxPatternSteps;
  try {
    // Stryker disable next-line StringLiteral: this validator treats only drafts 4 and 7 otherwise
    const { valid, errors } = validate(value, schema, "2020-12", countedPatterns(schemaLookup));
    const why = errors.map(({ error }) => error).at(-1) ?? "it is refused";
    return valid ? undefined : why;
  } catch (error) {
    if (error instanceof PatternTooCostly) return "it holds texts that take too long to be matched";
    // Stryker disable next-line ConditionalExpression: nothing else is thrown
    if (error instanceof CheckTooLong) return "it is nested in too many ways to be checked";
    throw error;
  }
}

/** Counts the lookups of a validator, which looks each referenced schema up again. */
function countedPatterns(schemaLookup: SchemaLookup): SchemaLookup {
  let steps = 0;
  return new Proxy(schemaLookup, {
    get(target, cacheKey, receiver) {
      steps += 1;
      // Stryker disable next-line EqualityOperator: the limit is far above real outputs
      if (steps > maxCheckSteps) throw new CheckTooLong();
      return Reflect.get(target, cacheKey, receiver) as unknown;
    },
  });
}

/** Made once per schema of a contract; refinements share it. */
function outputCheckerFor(cacheKey: JsonSchema, schemaOf: () => JsonSchema): OutputChecker {
  const checker = outputCheckers.get(cacheKey) ?? newOutputChecker(schemaOf());
  // Stryker disable next-line CallExpression: a cache
  outputCheckers.set(cacheKey, checker);
  return checker;
}

function newOutputChecker(contractSchema: JsonSchema): OutputChecker {
  const schema = withLinearPatterns(contractSchema, checkBudget) as Schema;
  return { schema, lookup: dereference(schema) };
}
