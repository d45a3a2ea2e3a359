import { keyIdOf, type AuditHead } from "./head.ts";
import type { KeyInForce } from "./key-change.ts";
import type { PrunedMark } from "./pruned-mark.ts";

type KeyChange = Required<KeyInForce>["introduced"];

/** The known keys of one writer. */
interface SignedChain {
  readonly keyId: string | undefined;
  readonly firstKeyId?: string | undefined;
  readonly introduced: readonly KeyChange[];
}

/**
 * Whether the key that signed a mark could sign there. A key that another one has replaced signs marks only for what comes before
 * that change. Processes with keys of their own may prune each other's records, so the key of another chain is enough.
 */
export function marksRightly(
  { keyId, keyInForce }: PrunedMark,
  chain: SignedChain,
  heads: readonly AuditHead[],
  changes: readonly KeyChange[],
): boolean {
  // A change that is still in the chain comes after all its marks.
  if (keyId === chain.keyId || chain.introduced.some(({ by }) => by === keyId)) return true;
  const isKnown = heads.some((head) => head.keyId === keyId) || changes.some(({ by }) => by === keyId);
  return isKnown && !isReplacedBy(keyId, keyInForce ?? chain.firstKeyId, changes);
}

function isReplacedBy(
  keyId: string | undefined,
  inForce: string | undefined,
  changes: readonly KeyChange[],
): boolean {
  const later = new Set<string>();
  for (let count = -1; count < later.size;) {
    count = later.size;
    for (const { key, by } of changes) if (by === keyId || later.has(by)) later.add(keyIdOf(key));
  }
  // Stryker disable next-line ConditionalExpression: no later key is undefined
  return inForce !== undefined && inForce !== keyId && later.has(inForce);
}
