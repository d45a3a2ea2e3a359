import { nameOf } from "./doubtful-state.ts";
import type { RecordedCall, RecordedPause } from "../trail/recorded-call.ts";
import type { Assumption, Known } from "./known.ts";
import type { Decided, World } from "./world.ts";

/** A call in two worlds, of which one assumes the most and the other the least of what is unknown. */
export interface BothWorlds {
  decide(
    call: RecordedCall,
    known: (assumed: Assumption) => Known,
  ): Promise<{ readonly most: Decided; readonly least: Decided }>;
  pause(pause: RecordedPause): Promise<void>;
  close(): Promise<void>;
}

/**
 * Decides a call in the second world only once the two may differ: what is stored for a caller and a tool is the same in both until
 * something is assumed about one of their calls. That is half the work for most trails.
 */
export function bothWorlds(most: World, least: World): BothWorlds {
  const keysOf = new Map<string, Set<string>>();
  const split = new Set<string>();

  /** Gives the second world what the first one had stored before this call. */
  async function splitAt(name: string): Promise<void> {
    split.add(name);
    const before = most.store.changed();
    for (const key of new Set([...(keysOf.get(name) ?? []), ...before.keys()])) {
      const stored = before.has(key) ? before.get(key) : await most.store.get(key);
      if (stored) await least.store.put(key, stored.value, stored.expiresAt);
    }
    keysOf.delete(name);
  }

  return {
    async decide(call, known) {
      const name = nameOf(call);
      const [one, other] = [known("most"), known("least")];
      const decided = await most.decide(call, one);
      const isSplit = split.has(name);
      const isAssumed =
        decided.isAssumed || JSON.stringify(one.principal) !== JSON.stringify(other.principal);
      if (!isSplit && !isAssumed) {
        const keys = keysOf.get(name) ?? new Set();
        for (const key of most.store.changed().keys()) keys.add(key);
        keysOf.set(name, keys);
        return { most: decided, least: decided };
      }
      if (!isSplit) await splitAt(name);
      return { most: decided, least: await least.decide(call, other) };
    },
    async pause(pause) {
      await most.pause(pause);
      await least.pause(pause);
    },
    async close() {
      await most.close();
      await least.close();
    },
  };
}
