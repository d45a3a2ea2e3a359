import { Validator } from "@cfworker/json-schema";
import { contentProblems, planSchema } from "@proviso/manifest";
import type { Json, JsonObject, JsonSchema, ToolContract } from "@proviso/manifest";

const validators = new WeakMap<JsonSchema, Validator>();

/**
 * What is wrong with an output by the pinned contract (JSON Schema 2020-12), as a sentence; undefined if nothing is. A
 * schema that only the server shows is never used: keeping to it would prove nothing.
 */
export function outputFault(contract: ToolContract, dryRun: boolean, output: JsonObject): string | undefined {
  const preview = dryRun ? contract.dryRun?.preview : undefined;
  if (preview) return schemaFault(preview, () => planSchema(preview), output);
  const { outputSchema, result } = contract;
  const [problem] = result ? contentProblems(output["content"], result) : [];
  if (problem) return `\`${problem.path}\` of the result ${problem.problem}`;
  const structured = result ? (output["structuredContent"] ?? null) : output;
  return outputSchema && schemaFault(outputSchema, () => outputSchema, structured);
}

function schemaFault(key: JsonSchema, schemaOf: () => JsonSchema, value: Json): string | undefined {
  const { valid, errors } = validatorFor(key, schemaOf).validate(value);
  const [first] = errors.toReversed();
  return valid ? undefined : `the output does not fit its schema: ${first?.error ?? "it is refused"}`;
}

/** Made once for each schema of a contract, which its refinements share. */
function validatorFor(key: JsonSchema, schemaOf: () => JsonSchema): Validator {
  const known = validators.get(key);
  if (known) return known;
  const made = new Validator({ ...schemaOf() }, "2020-12");
  validators.set(key, made);
  return made;
}
