import type { FailureMode, Json, JsonObject, ToolContract } from "../contract/contract.ts";
import { emptyRest, optionalRestFields } from "../contract/contract.ts";
import { wholeContract } from "../contract/compact-contract.ts";
import { impliedFailureCodes } from "../contract/failure.ts";
import { impliedCodes } from "../contract/implied-failures.ts";
import { canonicalJson } from "../text/canonical.ts";
import { wireSchema } from "../json-schema/wire-schema.ts";

type UnhashedContract = Omit<ToolContract, "hash">;

/**
 * A contract in two parts. Its hash is the hex SHA-256 of the canonical JSON of the facts with, as
 * `rest`, the first 128 bits of the SHA-256 of that of the rest, in base64url.
 */
export interface ContractParts {
  /** The facts that guards and hosts decide by and show. A list of tools carries them. */
  readonly facts: JsonObject;
  /** What only the server and readers of documentation need. A list of tools carries its hash. */
  readonly rest: JsonObject;
}

const restFields: readonly string[] = [...Object.keys(emptyRest), ...optionalRestFields];

export function contractParts(contract: UnhashedContract): ContractParts {
  const { hash: _hash, failureModes, ...open } = contract as ToolContract;
  // Codes that follow from the rest belong to the runtime: a later one changes no contract.
  const known: readonly string[] = impliedCodes(open);
  const listed = failureModes.flatMap(({ code, implied }) =>
    implied && !known.includes(code) ? [code] : [],
  );
  const declared = failureModes.filter(({ implied }) => !implied);
  const { inputSchema, outputSchema, dryRun, exception, wireRefs } = open;
  const { reason, reviewer, ...bounds } = exception ?? {};
  const all: Record<string, Json> = {
    ...(open as unknown as JsonObject),
    inputSchema: wireSchema(inputSchema, wireRefs),
    ...(outputSchema && { outputSchema: wireSchema(outputSchema, wireRefs) }),
    ...(dryRun && { dryRun: { ...dryRun, preview: wireSchema(dryRun.preview, wireRefs) } }),
    // Who has agreed, and why, is not for agents.
    ...(exception && { exception: bounds as JsonObject }),
    failureModes: declared.map(({ code, retry }) => ({ code, retry })),
    ...(listed.length > 0 && { impliedFailures: listed }),
  };
  const rest: Record<string, Json> = {
    failureModes: declared.map(({ description }) => description),
    ...(exception && { exception: { reason, reviewer } as JsonObject }),
  };
  for (const name of restFields) if (all[name] !== undefined) rest[name] = all[name];
  const facts = Object.entries(all).filter(([name]) => !restFields.includes(name));
  return { facts: Object.fromEntries(facts), rest };
}

/** SHA-256 of a text in UTF-8: this package has none of its own. */
export type Sha256 = (text: string) => Uint8Array;

/** The hash of a contract's rest, as a list of tools carries it. */
export function restHash({ rest }: ContractParts, sha256: Sha256): string {
  return restHashText(sha256(canonicalJson(rest)));
}

/** The first 128 bits of the rest's hash, in base64url. */
export function restHashText(sha256: Uint8Array): string {
  let text = "";
  for (let at = 0; at < 16; at += 3) {
    const [first = 0, second = 0, third = 0] = sha256.subarray(at, Math.min(at + 3, 16));
    const bits = (first << 16) | (second << 8) | third;
    for (const shift of [18, 12, 6, 0]) text += base64url.charAt((bits >> shift) & 63);
  }
  return text.slice(0, 22);
}

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A contract from facts whose hash is known to be right. The rest decides nothing: it is empty. */
export function trustedContractOf(facts: JsonObject, hash: string): ToolContract {
  const modes = facts["failureModes"] as unknown as readonly Pick<FailureMode, "code" | "retry">[];
  const listed = (facts["impliedFailures"] ?? []) as readonly string[];
  const implied = impliedCodes(facts as unknown as ToolContract) as readonly string[];
  const contract = {
    ...facts,
    impliedFailures: impliedFailureCodes.filter((code) => implied.includes(code) || listed.includes(code)),
    failureModes: modes.map((mode) => ({ ...mode, description: mode.code })),
    ...emptyRest,
    hash,
  };
  return wholeContract(contract as unknown as Parameters<typeof wholeContract>[0]);
}
