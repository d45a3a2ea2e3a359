import { contractHash } from "@proviso/compiler";
import { type CompactContract, type Json, type ToolContract, wholeContract } from "@proviso/manifest";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { storedContractSchema } from "./stored-contract-schema.ts";

/** Deeper than the language allows a contract to be. */
const deepest = 200;
/** Parts of a stored contract: many times more than the largest tools that servers list. */
const maxForeign = 20_000;

/** A foreign contract is not shaped as one. The message is lower case and names the place. */
export class ShapeError extends Error {}

/** Contracts as they are stored, which anybody may have written. Their hashes are computed anew. */
export function readContracts(contracts: Json, maxParts: number = maxForeign): readonly ToolContract[] {
  if (!Array.isArray(contracts)) throw new ShapeError("holds no list of tools");
  return contracts.map((each: Json, index) => readStoredContract(each, `tool number ${index + 1}`, maxParts));
}

/** `maxParts` limits its values: two large schemas take seconds. Own contracts have no limit. */
export function readStoredContract(
  stored: Json,
  called: string,
  maxParts: number = maxForeign,
): ToolContract {
  const problem = sizeProblem(stored, maxParts);
  if (problem !== undefined) throw new ShapeError(`${called} ${problem}`);
  const isContract = (validate ??= new Ajv2020().compile(storedContractSchema));
  if (!isContract(stored))
    throw new ShapeError(`${called} is no contract that this version knows: ${problemOf(isContract)}`);
  const contract = wholeContract(stored as unknown as CompactContract);
  return { ...contract, hash: contractHash(contract) };
}

/** The validator of stored contracts, compiled when the first one is read. */
let validate: ValidateFunction | undefined;

function problemOf({ errors }: ValidateFunction): string {
  // The last error is the field's; those before are of the forms that it could have had.
  const { instancePath = "", message = "", params = {} } = errors?.at(-1) ?? {};
  const extra = "additionalProperty" in params ? ` \`${String(params["additionalProperty"])}\`` : "";
  return `${instancePath === "" ? "it" : `\`${instancePath.slice(1)}\``} ${message}${extra}`;
}

/** Why a value is too large to read on. Without recursion, which a hostile value would exhaust. */
function sizeProblem(value: Json, maxParts: number): string | undefined {
  let level: readonly Json[] = [value];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `is nested more than ${deepest} levels deep`;
    parts += level.length;
    if (parts > maxParts) return `has more than ${maxParts} parts`;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return undefined;
}
