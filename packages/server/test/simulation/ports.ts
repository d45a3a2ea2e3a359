import type { Clock, Store } from "../../src/api/ports.ts";
import type { Operation } from "./scheduler.ts";

/** Waits until the operation has met its fate. */
export type Port = <Result>(operation: Operation<Result>) => Promise<Result>;

/**
 * A machine's connection to a store that it shares with others. As with PostgreSQL, values live by the clock of the store: times go
 * there and back as distances from now, because clocks differ.
 */
export function connectedStore(shared: Store, sharedClock: Clock, own: Clock, port: Port): Store {
  const left = (expiresAt: Date): number => expiresAt.getTime() - own.now().getTime();
  const until = (ms: number): Date => new Date(Math.min(sharedClock.now().getTime() + ms, latest));
  const toDistance = <Stored extends Expiring>({ expiresAt, ...rest }: Stored) => ({
    ...rest,
    ms: expiresAt.getTime() - sharedClock.now().getTime(),
  });
  const toOwn = <Rest extends { readonly ms: number }>({ ms, ...rest }: Rest) => ({
    ...rest,
    expiresAt: new Date(Math.min(own.now().getTime() + ms, latest)),
  });
  const read = <Result>(label: string, act: () => Promise<Result>, isOwn = false): Promise<Result> =>
    port({ label, act, fates: ["slow", "fail"], isOwn });
  const write = <Result>(label: string, act: () => Promise<Result>): Promise<Result> =>
    port({ label, act, fates: ["slow", "fail", "lose", "late"] });
  return {
    now: () => read("store.now", async () => sharedClock.now(), true),
    async get(key) {
      const find = async () => {
        const stored = await shared.get(key);
        return stored && toDistance(stored);
      };
      const found = await read(`store.get ${short(key)}`, find, key === "paused");
      return found && toOwn(found);
    },
    async list(prefix, { beyond, max } = {}) {
      const at = beyond && { beyond: until(left(beyond)) };
      const some = { ...at, ...(max !== undefined && { max }) };
      const find = async () => ((await shared.list?.(prefix, some)) ?? []).map(toDistance);
      return (await read("store.list", find)).map(toOwn);
    },
    insert(key, value, expiresAt) {
      const ms = left(expiresAt);
      return write(`store.insert ${short(key)}`, () => shared.insert(key, value, until(ms)));
    },
    put(key, value, expiresAt) {
      const ms = left(expiresAt);
      return write(`store.put ${short(key)}`, () => shared.put(key, value, until(ms)));
    },
    replace(key, expected, value, expiresAt) {
      const ms = expiresAt && left(expiresAt);
      return write(`store.replace ${short(key)}`, () =>
        shared.replace(key, expected, value, ms === undefined ? undefined : until(ms)),
      );
    },
    delete: (key) => write(`store.delete ${short(key)}`, () => shared.delete(key)),
    async increment(key, by, expiresAt) {
      const ms = left(expiresAt);
      const count = async () => toDistance(await shared.increment(key, by, until(ms)));
      return toOwn(await write(`store.increment ${short(key)}`, count));
    },
    close: async () => {},
  };
}

interface Expiring {
  readonly expiresAt: Date;
}

/** The latest time that a `Date` can hold. */
const latest = 8_640_000_000_000_000;

function short(key: string): string {
  return key.replace(/:(.{6}).*$/, ":$1");
}
