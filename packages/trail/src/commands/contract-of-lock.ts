import { createHash } from "node:crypto";
import {
  canonicalJson,
  type CompactContract,
  contractParts,
  type JsonObject,
  objectOf,
  restHash,
  wholeContract,
} from "@proviso/manifest";
import { parseJson } from "@proviso/terminal";

/** A contract as its hash covers it: SHA-256 of `facts`, with the hash of the rest. */
export interface ContractText {
  readonly facts: JsonObject;
  readonly rest: JsonObject;
}

/** The contract with this hash in the text of a `proviso.lock`; undefined if it is not there. */
export function contractOfLock(lock: string, tool: string, hash: string): ContractText | undefined {
  const block = lock.split(/^ {2}(?=\S)/m).find((text) => text.startsWith(`${tool}:\n`));
  const fields = [...(block ?? "").matchAll(/^ {4}(\w+): (.+)$/gm)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const json = `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
  const {
    checksum: _checksum,
    removed: _removed,
    hash: _hash,
    signed: _signed,
    ...stored
  } = objectOf(parseJson(json));
  try {
    const parts = contractParts(wholeContract(stored as unknown as CompactContract));
    const rest = restHash(parts, (text) => createHash("sha256").update(text).digest());
    const facts = { ...parts.facts, rest };
    const found = createHash("sha256").update(canonicalJson(facts)).digest("hex");
    return found === hash ? { facts, rest: parts.rest } : undefined;
  } catch {
    // Not a whole contract.
    return undefined;
  }
}
