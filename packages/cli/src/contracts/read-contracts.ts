import { contractHash } from "@proviso/compiler";
import { type CompactContract, type Json, type ToolContract, wholeContract } from "@proviso/manifest";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { contractSchema } from "./contract-schema.ts";

/** Deeper than the language allows a contract to be. */
const deepest = 200;

/** A contract from outside has not the shape of one. The message begins with a small letter and names the place. */
export class ShapeError extends Error {}

/** Contracts as they are stored, which anybody may have written. Their hashes are computed anew. */
export function readContracts(stored: Json): readonly ToolContract[] {
  if (!Array.isArray(stored)) throw new ShapeError("holds no list of tools");
  return stored.map((each: Json, index) => readContract(each, `tool number ${index + 1}`));
}

export function readContract(stored: Json, called: string): ToolContract {
  if (isDeeper(stored, deepest)) throw new ShapeError(`${called} is nested more than ${deepest} levels deep`);
  const isContract = (validate ??= new Ajv2020().compile(contractSchema));
  if (!isContract(stored))
    throw new ShapeError(`${called} is no contract that this version knows: ${problemOf(isContract)}`);
  const contract = wholeContract(stored as unknown as CompactContract);
  return { ...contract, hash: contractHash(contract) };
}

/** Compiled when the first contract is read. */
let validate: ValidateFunction | undefined;

function problemOf({ errors }: ValidateFunction): string {
  // The last error is the one of the field; those before it are of the forms that it could have had.
  const { instancePath = "", message = "", params = {} } = errors?.at(-1) ?? {};
  const extra = "additionalProperty" in params ? ` \`${String(params["additionalProperty"])}\`` : "";
  return `${instancePath === "" ? "it" : `\`${instancePath.slice(1)}\``} ${message}${extra}`;
}

/** Without recursion, which a hostile value would exhaust. */
function isDeeper(value: Json, limit: number): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}
