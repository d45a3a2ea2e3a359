import type { Json } from "@proviso/manifest";
import { fingerprintOfText, type Reviewer, type Store, valueSeal } from "@proviso/server/extension";
import { ownerOf } from "../sessions/sessions.ts";
import type { PushSubscription } from "./web-push.ts";

/** A browser that wants to be notified. */
export interface Subscribed {
  readonly subscription: PushSubscription;
  /** Who was signed in there, with that log-in's permissions. */
  readonly reviewer: Reviewer;
  /** The session that subscribed last, as a fingerprint: its sign-out ends the subscription. */
  readonly session: string;
}

/** In the store, so that every replica notifies; sealed, so that who reads the store learns no address. */
export interface Subscriptions {
  /** Keeps it for 30 days. False if the person has too many. */
  add(subscribed: Subscribed, now: Date): Promise<boolean>;
  all(): Promise<readonly Subscribed[]>;
  remove(subscription: PushSubscription): Promise<void>;
  /** At a sign-out: those of this session, or of all of the person. */
  removeOf(ends: Pick<Subscribed, "session"> | Pick<Subscribed, "reviewer">): Promise<void>;
}

const prefix = "inbox-push:";
const keptMs = 30 * 24 * 60 * 60_000;
const maxPerPerson = 10;

export function subscriptions(store: Store, stateKeys: readonly Uint8Array[]): Subscriptions {
  const seal = valueSeal(stateKeys);
  const all = async (): Promise<readonly Subscribed[]> =>
    ((await store.list?.(prefix)) ?? []).flatMap(({ key, value }) => {
      const opened = typeof value === "string" ? seal.open(value, key) : undefined;
      return opened === undefined ? [] : [opened as unknown as Subscribed];
    });
  const remove = async (subscription: PushSubscription): Promise<void> => {
    await store.delete(keyOf(subscription));
  };
  return {
    all,
    remove,
    async add(subscribed, now) {
      const owner = ownerOf(subscribed.reviewer);
      const key = keyOf(subscribed.subscription);
      const others = (await all()).filter((each) => keyOf(each.subscription) !== key);
      if (others.filter((each) => ownerOf(each.reviewer) === owner).length >= maxPerPerson) return false;
      await store.put(key, seal.seal(subscribed as unknown as Json, key), new Date(now.getTime() + keptMs));
      return true;
    },
    async removeOf(ends) {
      const isEnded = (each: Subscribed): boolean =>
        "session" in ends ? each.session === ends.session : ownerOf(each.reviewer) === ownerOf(ends.reviewer);
      for (const each of await all()) if (isEnded(each)) await remove(each.subscription);
    },
  };
}

function keyOf({ endpoint }: PushSubscription): string {
  return `${prefix}${fingerprintOfText(`push ${endpoint}`)}`;
}

/** Names a session in the store without its secret. */
export function sessionName(pathSecret: string): string {
  return fingerprintOfText(`push session ${pathSecret}`);
}
