import { isObject, type JsonObject } from "@proviso/manifest";
import { realmKey } from "../../canonical/realm.ts";
import type { StoredValue } from "../../api/ports.ts";
import type { AuthorizedCall } from "../call/call.ts";
import type { Runtime } from "../runtime/runtime.ts";

type KeyFields = readonly string[];

/**
 * The key fields of this tool's contracts, each list as JSON, with the time until which it is used,
 * relative to the end of the record, because the clocks of servers differ.
 */
type KnownKeys = Readonly<Record<string, number>>;

/** Milliseconds for which a read is reused. Another server may have a changed contract. */
const freshKeysMs = 30_000;
const formerKeyAttempts = 10;

/**
 * Finds the key fields of earlier contracts whose stored outcomes are valid: after a change of
 * `idempotency.key`, a call would run again, because its outcome has another key.
 */
export function formerKeys({
  clock,
  realm,
  store,
}: Runtime): (call: AuthorizedCall) => Promise<readonly KeyFields[]> {
  const recent = new Map<string, { readonly keys: KnownKeys; readonly at: number }>();

  async function know(name: string, ownFields: string, ttlMs: number): Promise<KnownKeys> {
    const now = clock.now().getTime();
    const known = recent.get(name);
    const isFresh = known && now >= known.at && now < known.at + freshKeysMs;
    // Stryker disable next-line EqualityOperator: a look more into the store
    if (isFresh && (known.keys[ownFields] ?? 0) >= now + ttlMs) return known.keys;
    const key = realmKey(realm, "keys", name);
    for (let attempt = 0; attempt < formerKeyAttempts; attempt++) {
      const stored = await store.get(key);
      const keys = readKeys(stored, now);
      if ((keys[ownFields] ?? 0) >= now + ttlMs) return remember(name, keys, now);
      // Twice as long, so that it is not written again with every call.
      const next = { ...keys, [ownFields]: now + 2 * ttlMs };
      const lastValid = Math.max(...Object.values(next));
      const value = keyDistances(next, lastValid);
      const isWritten = stored
        ? await store.replace(key, stored.revision, value, new Date(lastValid))
        : await store.insert(key, value, new Date(lastValid));
      if (isWritten) return remember(name, next, now);
    }
    throw new Error(`the idempotency keys of ${name} are changed faster than they can be read`);
  }

  function remember(name: string, keys: KnownKeys, at: number): KnownKeys {
    recent.set(name, { keys, at });
    return keys;
  }

  return async ({ tool }) => {
    const { idempotency, name } = tool.contract;
    if (!idempotency?.key.length) return [];
    const ownFields = JSON.stringify(idempotency.key);
    const keys = await know(name, ownFields, idempotency.ttlMs);
    const now = clock.now().getTime();
    return Object.entries(keys)
      .filter(([fields, until]) => fields !== ownFields && until > now)
      .map(([fields]) => JSON.parse(fields) as KeyFields);
  };
}

/** Only this file writes these values. */
function readKeys(stored: StoredValue | undefined, now: number): KnownKeys {
  if (!stored || !isObject(stored.value)) return {};
  const keys = keyDistances(stored.value as JsonObject & KnownKeys, stored.expiresAt.getTime());
  // Stryker disable next-line ConditionalExpression, EqualityOperator, MethodExpression: frees room
  return Object.fromEntries(Object.entries(keys).filter(([, until]) => until > now));
}

/** Converts times to milliseconds before `last`, and back. */
function keyDistances(keys: KnownKeys, lastValid: number): KnownKeys {
  return Object.fromEntries(Object.entries(keys).map(([fields, time]) => [fields, lastValid - time]));
}
