import type { Json } from "@proviso/manifest";
import type { Clock, Store, ValueSeal } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import { callPartOfId, type ApprovalRecords } from "./approval-records.ts";

/**
 * What each caller takes up of the approvals, a row for each, so that no ask reads those of others
 * or ended ones. While the state keys change, each current key counts by itself.
 */
export interface CallerShares {
  /** Notes the call of a new approval; false if `max` other calls of this caller wait. */
  reserve(approval: Approval, max: number): Promise<boolean>;
  /** Removes the call of an ended approval. May fail: the note expires with the approval. */
  release(approval: Approval): Promise<void>;
  /** Counts a message to approvers: how many this caller has caused within ten minutes. */
  countMessage(approval: Approval): Promise<number>;
}

/** A call whose approval may be open. */
interface Share {
  readonly id: string;
  /** Milliseconds since the epoch. After that the approval itself says whether it is open. */
  readonly until: number;
}

interface SharesOfCaller {
  readonly shares: readonly Share[];
  readonly revision?: number;
}

const prefix = "waits:";
const messagePrefix = "told:";
const messagesWithinMs = 10 * 60_000;
/** Another process may write at the same time. Calls of this process wait for each other. */
const attempts = 20;

export function callerShares(
  store: Store,
  seal: ValueSeal,
  clock: Clock,
  records: Pick<ApprovalRecords, "openOf">,
): CallerShares {
  const inTurn = turns();
  const now = async (): Promise<number> => (store.now ? await store.now() : clock.now()).getTime();
  const callerOf = ({ product, env, principal }: Approval["terms"]): string =>
    seal.blind(JSON.stringify([product, env, principal]));
  const keyOf = ({ terms }: Approval): string => `${prefix}${callerOf(terms)}`;

  /** As long as the last of its approvals, which is used within `waitMs` after it was given. */
  function write(
    key: string,
    { revision }: SharesOfCaller,
    shares: readonly Share[],
    waitMs: number,
  ): Promise<boolean> {
    const value = seal.seal(shares as unknown as Json, key);
    const until = new Date(clock.now().getTime() + 2 * waitMs);
    return revision === undefined
      ? store.insert(key, value, until)
      : store.replace(key, revision, value, until);
  }

  return {
    reserve: (approval, max) =>
      inTurn(keyOf(approval), async () => {
        const { id, expiresAt, waitMs } = approval;
        const key = keyOf(approval);
        for (let attempt = 0; attempt < attempts; attempt++) {
          const [before, at] = [await readShares(store, seal, key), await now()];
          // Equal calls that ask at once take up one place.
          if (before.shares.some((share) => isOfSameCall(share, approval) && at < share.until)) return true;
          const others = before.shares.filter((share) => !isOfSameCall(share, approval));
          const shares = await openShares(others, at, records);
          if (shares.length >= max) return false;
          if (await write(key, before, [...shares, { id, until: expiresAt }], waitMs)) return true;
        }
        throw new Error("the approvals of one caller are changed faster than they can be counted");
      }),
    release: (approval) =>
      inTurn(keyOf(approval), async () => {
        const key = keyOf(approval);
        for (let attempt = 0; attempt < attempts; attempt++) {
          const before = await readShares(store, seal, key);
          const shares = before.shares.filter((share) => !isOfSameCall(share, approval));
          if (shares.length === before.shares.length || (await records.openOf(approval.id))) return;
          if (await write(key, before, shares, approval.waitMs)) return;
        }
      }).catch(() => {}),
    async countMessage({ terms }) {
      const until = new Date(clock.now().getTime() + messagesWithinMs);
      const key = `${messagePrefix}${callerOf(terms)}`;
      return (await store.increment(key, 1, until)).value;
    },
  };
}

async function readShares(store: Store, seal: ValueSeal, key: string): Promise<SharesOfCaller> {
  const stored = await store.get(key);
  if (!stored) return { shares: [] };
  const opened = typeof stored.value === "string" ? seal.open(stored.value, key) : undefined;
  return { shares: (opened ?? []) as unknown as readonly Share[], revision: stored.revision };
}

/** Lets one change of a row follow the other. */
export function turns(): <Result>(key: string, act: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<void>>();
  return async (key, act) => {
    const before = last.get(key);
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    last.set(key, left);
    await before;
    try {
      return await act();
    } finally {
      leave();
      if (last.get(key) === left) last.delete(key);
    }
  };
}

function isOfSameCall(one: Pick<Approval, "id">, other: Pick<Approval, "id">): boolean {
  return callPartOfId(one.id) === callPartOfId(other.id);
}

/** An approval that was given or changed since waits longer than was noted. */
async function openShares(
  shares: readonly Share[],
  now: number,
  records: Pick<ApprovalRecords, "openOf">,
): Promise<readonly Share[]> {
  const open: Share[] = [];
  for (const share of shares) {
    if (now < share.until) {
      open.push(share);
      continue;
    }
    const approval = await records.openOf(share.id);
    if (approval && now < approval.expiresAt) open.push({ id: share.id, until: approval.expiresAt });
  }
  return open;
}
