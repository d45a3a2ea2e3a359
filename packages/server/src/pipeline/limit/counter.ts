import type { Json } from "@proviso/manifest";
import type { Clock, Store } from "../../api/ports.ts";
import { StoreUnavailable } from "../../stores/watched-store.ts";

/** What counts against a limit: what was spent, and by the id of the call what one that runs or whose outcome is unknown may spend. */
export interface Count {
  readonly spent: number;
  readonly held: Readonly<Record<string, number>>;
}

/** A count, and when it begins again; undefined if it has not begun. */
export interface Counted {
  readonly count: Count;
  readonly endsAt?: Date;
}

/** Where a count is stored, and for how many milliseconds from its first entry. */
export interface CounterPlace {
  readonly key: string;
  readonly perMs: number;
}

export type CounterParts = { readonly store: Store; readonly clock: Clock };

/** Above this number, calls whose outcome has been unknown for longest count as spent. */
const maxHeld = 1000;
/** Another process wins each time. */
const maxAttempts = 100;

export async function readCounter({ key }: CounterPlace, { store }: CounterParts): Promise<Counted> {
  const stored = await store.get(key);
  return { count: readCount(stored?.value), ...(stored && { endsAt: stored.expiresAt }) };
}

/**
 * Changes a count in one atomic step, or not at all if `change` returns undefined. Returns the count that `change` was given last,
 * and whether it was changed. A fixed window: a count keeps the end that its first entry gave it.
 */
export async function changeCounter(
  { key, perMs }: CounterPlace,
  change: (count: Count) => Count | undefined,
  { store, clock }: CounterParts,
): Promise<Counted & { readonly isChanged: boolean }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stored = await store.get(key);
    const count = readCount(stored?.value);
    const counted = { count, ...(stored && { endsAt: stored.expiresAt }) };
    const next = change(count);
    if (!next) return { ...counted, isChanged: false };
    const isChanged = stored
      ? await store.replace(key, stored.revision, writtenCount(next))
      : await store.insert(key, writtenCount(next), new Date(clock.now().getTime() + perMs));
    if (isChanged) return { ...counted, isChanged };
  }
  throw new StoreUnavailable("a count changes faster than it can be read");
}

/** Takes what a call held out of the count, as spent or not. Undefined if it holds nothing. */
export function settled(count: Count, id: string, isSpent: boolean): Count | undefined {
  const { [id]: amount, ...held } = count.held;
  if (amount === undefined) return undefined;
  return { spent: count.spent + (isSpent ? amount : 0), held };
}

export function heldIn({ held }: Count): number {
  return Object.values(held).reduce((sum, amount) => sum + amount, 0);
}

export function totalOf(count: Count): number {
  return count.spent + heldIn(count);
}

/** Of what is held, the newest as such. */
function writtenCount({ spent, held }: Count): Json {
  const all = Object.entries(held);
  const [oldest, kept] = [all.slice(0, -maxHeld), all.slice(-maxHeld)];
  return { spent: oldest.reduce((sum, [, each]) => sum + each, spent), held: Object.fromEntries(kept) };
}

/** Only this file writes these values. */
function readCount(value: Json | undefined): Count {
  return value === undefined ? { spent: 0, held: {} } : (value as unknown as Count);
}
