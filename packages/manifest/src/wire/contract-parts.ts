import type { FailureMode, Json, JsonObject, ToolContract } from "../contract/contract.ts";
import { compactContract, wholeContract } from "../contract/compact-contract.ts";
import { impliedFailureCodes } from "../contract/failure.ts";
import { impliedCodes } from "../contract/implied-failures.ts";
import { canonicalJson } from "../text/canonical.ts";
import { wireSchema } from "../json-schema/wire-schema.ts";

type UnhashedContract = Omit<ToolContract, "hash">;

/**
 * A contract in two parts, without its hash. That is the hex SHA-256 of the canonical JSON of the facts with, as `rest`, the
 * first 128 bits of the SHA-256 of the canonical JSON of the rest, in base64url.
 */
export interface ContractParts {
  /** The facts that guards and hosts decide by and show. A list of tools carries them. */
  readonly facts: JsonObject;
  /** What only the server and readers of the documentation need. A list of tools carries its hash. */
  readonly rest: JsonObject;
}

const unlistedFields = [
  "examples",
  "auditEvent",
  "riskReason",
  "owner",
  "category",
  "rateLimit",
  "reconcile",
  "metadata",
] as const;

export function contractParts(contract: UnhashedContract): ContractParts {
  const { hash: _hash, ...unhashed } = contract as ToolContract;
  const { failureModes, impliedFailures, ...open } = compactContract(unhashed);
  // Those that follow from the rest belong to the runtime: a release that knows one more makes no new contract.
  const implied = impliedCodes(unhashed);
  const listed = impliedFailures.filter((code) => !implied.includes(code));
  const { inputSchema, outputSchema, dryRun } = open;
  const facts: Record<string, Json> = {
    ...(open as unknown as JsonObject),
    inputSchema: wireSchema(inputSchema),
    ...(outputSchema ? { outputSchema: wireSchema(outputSchema) } : {}),
    ...(dryRun ? { dryRun: { ...dryRun, preview: wireSchema(dryRun.preview) } } : {}),
    failureModes: failureModes.map(({ code, retry }) => ({ code, retry })),
    ...(listed.length > 0 ? { impliedFailures: listed } : {}),
  };
  const rest: Record<string, Json> = {
    failureModes: failureModes.map(({ description }) => description),
  };
  for (const name of unlistedFields) {
    if (facts[name] !== undefined) rest[name] = facts[name];
    delete facts[name];
  }
  return { facts, rest };
}

/** SHA-256 of a text in UTF-8: this package has none of its own. */
export type Sha256 = (text: string) => Uint8Array;

/** The hash of a contract's rest, as a list of tools carries it. */
export function restHash({ rest }: ContractParts, sha256: Sha256): string {
  return restHashText(sha256(canonicalJson(rest)));
}

/** The first 128 bits of the rest's hash, in base64url. */
export function restHashText(sha256: Uint8Array): string {
  const bits = [...sha256.subarray(0, 16)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const sixes = bits.match(/.{1,6}/g) ?? [];
  return sixes.map((six) => base64url.charAt(Number.parseInt(six.padEnd(6, "0"), 2))).join("");
}

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A contract from facts whose hash is known to be right: no decision depends on the rest, which is left empty. */
export function trustedContractOf(facts: JsonObject, hash: string): ToolContract {
  const modes = facts["failureModes"] as unknown as readonly Pick<FailureMode, "code" | "retry">[];
  const listed = (facts["impliedFailures"] ?? []) as readonly string[];
  const implied = impliedCodes(facts as unknown as ToolContract) as readonly string[];
  const contract = {
    ...facts,
    impliedFailures: impliedFailureCodes.filter((code) => implied.includes(code) || listed.includes(code)),
    failureModes: modes.map((mode) => ({ ...mode, description: mode.code })),
    category: "unclassified",
    metadata: {},
    examples: [],
    auditEvent: "",
    hash,
  };
  return wholeContract(contract as unknown as Parameters<typeof wholeContract>[0]);
}
