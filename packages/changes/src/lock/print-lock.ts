import { sha256Hex } from "@proviso/compiler";
import { canonicalJson, type Json, type JsonObject } from "@proviso/manifest";
import type { Lock, LockedTool, LockEntry } from "./lock.ts";
import { type LockBlock, leaf, printBlock } from "./lock-lines.ts";

export const lockVersion = 1;

const notice = `# Written by \`proviso lock\`: the contracts that were accepted, and who accepted what became looser. Do not edit; each block
# has a checksum. After a merge conflict, take either side of each block and run \`proviso lock\`.
`;

/** The text of a lock: sorted, each tool a block that depends on no other. */
export function printLock({ product, wireNames, permissions, tools, history }: Lock): string {
  return `${notice}${printBlock({
    lock: leaf(lockVersion),
    product: leaf(product),
    wireNames: leaf(wireNames),
    permissions: sortedBlock(Object.entries(permissions), leaf),
    ...(history.length > 0 ? { history: historyBlock(history) } : {}),
    tools: sortedBlock([...tools], toolBlock),
  })}`;
}

function sortedBlock<Value>(
  entries: readonly (readonly [string, Value])[],
  print: (value: Value, name: string) => LockBlock[string],
): LockBlock {
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, value]) => [name, print(value, name)]));
}

/** What changes most often comes first, away from the next block. */
function toolBlock(tool: LockedTool, name: string): LockBlock {
  const { hash = "", ...fields } = tool.contract;
  return {
    checksum: leaf(checksumOf(name, tool)),
    hash: leaf(hash),
    ...(tool.isRemoved ? { removed: leaf(true) } : {}),
    ...(tool.signed ? { signed: leaf({ ...tool.signed }) } : {}),
    ...(tool.history.length > 0 ? { history: historyBlock(tool.history) } : {}),
    ...sortedBlock(Object.entries(fields), leaf),
  };
}

function historyBlock(history: readonly LockEntry[]): LockBlock {
  return Object.fromEntries(
    history.map(({ when, who, reason, changes }) => {
      const accepted = changes.map(
        ({ fingerprint, ...change }) => [fingerprint, leaf({ ...change })] as const,
      );
      return [when, { who: leaf(who), reason: leaf(reason), changes: Object.fromEntries(accepted) }];
    }),
  );
}

/** Of a block and its name. It is no signature: anybody can compute it. */
export function checksumOf(name: string, { contract, isRemoved, history, signed }: LockedTool): string {
  const signature = signed ? { signed: { ...signed } } : {};
  const data: JsonObject = { name, contract, isRemoved, history: history as unknown as Json, ...signature };
  return sha256Hex(canonicalJson(data)).slice(0, 32);
}
