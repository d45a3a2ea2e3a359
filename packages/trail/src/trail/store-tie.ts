import { randomBytes } from "node:crypto";
import { isObject, escapeCode, type Json } from "@proviso/manifest";
import type { AuditEntry, Store } from "@proviso/server";
import { withStore, type WrittenEntry } from "./chain-entry.ts";
import { readHead, type AuditHead } from "./head.ts";
import { PutBack } from "./restored.ts";

/** The questions to a trail when it is compared with a store. */
export interface TrailView {
  /** The chain's newest record that names the state of a store. */
  newestMarked(writer: string): Promise<AuditEntry | undefined>;
  has(head: AuditHead): Promise<boolean>;
  /** The stored heads. */
  heads(): Promise<readonly AuditHead[]>;
}

/**
 * A trail and a store that name each other: records name the epoch of the store, the store names the newest record of each
 * chain. Where one of the two is put back to an older day alone, it lacks what the other one names.
 */
export interface StoreTie {
  /** Names the store's epoch in the last entry, if due. Rejects if the store was put back. */
  mark(entries: readonly WrittenEntry[]): Promise<readonly WrittenEntry[]>;
  /** The entries with this head are durable. */
  written(head: AuditHead): void;
  close(): Promise<void>;
}

/** The state of a store, as a record names it. */
interface StoreMark {
  readonly store: string;
  readonly epoch: number;
  /** Distinguishes chains of the same name in several trails. */
  readonly chain: string;
}

const storeKey = "trail:store";
const epochKey = "trail:epoch";
const headKeyOf = (writer: string): string => `trail:head:${writer}`;
/** Rows of the tie do not expire: a store without them was emptied. */
const forever = new Date("9999-01-01");

/** Milliseconds between two epochs while records are written: the store of an earlier epoch is known to be older. */
const epochMs = 1000;
/** A start looks back over so many records at most. */
const recordsBetweenMarks = 100;
/** A chain that has no marked record among so many is written without a store. */
export const recordsSearched = 100_000;
/** How many chains beside the own one are compared: those that were written last. */
const othersCompared = 2;

/**
 * What tells that store or trail was put back to an older day without the other one; undefined if
 * they belong together, or have never been tied.
 */
export async function putBackAlone(
  store: Store,
  view: TrailView,
  writer: string,
): Promise<string | undefined> {
  const heads = await view.heads();
  for (const name of comparedWriters(heads, writer)) {
    const mark = readMark(await view.newestMarked(name));
    // After the record: another process may write meanwhile, and the store has an epoch before a record names it.
    const [id, epoch] = [await textAt(store, storeKey), await numberAt(store, epochKey)];
    // Another writer may use a store of its own.
    if (mark && (name === writer || mark.store === id) && (mark.store !== id || epoch < mark.epoch))
      return `the store was put back to an older day or emptied: the audit trail of \`${escapeCode(name)}\` was written beside its epoch ${mark.epoch}, and it has ${mark.store === id ? epoch : "another id"}`;
    const { chain, head } = readKept(await store.get(headKeyOf(name)));
    const isBegun = heads.some((one) => one.writer === name && one.sequence > 0);
    const isOfThis = mark ? mark.chain === chain : !isBegun;
    if (head && isOfThis && !(await view.has(head)))
      return `the trail was put back to an older day or emptied: the store names the record ${head.sequence} of \`${escapeCode(name)}\`, and the trail does not contain it${isBegun ? "" : "; if this is another trail, give it a `writer` of its own"}`;
  }
  return undefined;
}

/**
 * Accepts a store as it is. One that is older gets a new id, so that what the chains of others say
 * about it does not count any more. It forgets records that may be missing.
 */
export async function untie(store: Store, view: TrailView, writer: string): Promise<void> {
  for (const name of comparedWriters(await view.heads(), writer)) {
    const mark = readMark(await view.newestMarked(name));
    const [id, epoch] = [await textAt(store, storeKey), await numberAt(store, epochKey)];
    if (mark && mark.store === id && epoch < mark.epoch) await store.delete(storeKey);
    await store.delete(headKeyOf(name));
  }
}

/** The own chain, and those that were written last. */
function comparedWriters(heads: readonly AuditHead[], own: string): readonly string[] {
  // A chain without records, such as that of a refused start, says nothing.
  const others = heads.filter(({ writer, sequence }) => writer !== own && sequence > 0);
  const newest = others.toSorted((one, other) => (other.time ?? "").localeCompare(one.time ?? ""));
  return [own, ...newest.slice(0, othersCompared).map(({ writer }) => writer)];
}

/** Ties a trail to a store. */
export async function tieStore(store: Store, view: TrailView, writer: string): Promise<StoreTie> {
  await store.insert(storeKey, randomId(), forever);
  const id = (await textAt(store, storeKey)) ?? "";
  const before = readMark(await view.newestMarked(writer));
  const chain = before?.chain ?? randomId();
  const kept = keptHead(store, writer, chain);
  let epoch = await numberAt(store, epochKey);
  let dueAt = -Infinity;
  let isFailing = false;
  let lost: PutBack | undefined;
  let advancing: Promise<void> | undefined;
  let unnamed = Infinity;
  let written = 0;

  async function advance(): Promise<void> {
    dueAt = performance.now() + epochMs;
    try {
      const { value } = await store.increment(epochKey, 1, forever);
      if (value <= epoch)
        lost ??= new PutBack(
          `the store was put back to an older day or emptied while it was in use: its epoch was ${epoch}, and is ${value}`,
        );
      else [epoch, unnamed] = [value, Infinity];
      isFailing = false;
    } catch {
      // Without its store a call that needs it is refused, and the others go on.
      isFailing = true;
    }
    advancing = undefined;
  }

  return {
    async mark(entries) {
      if (performance.now() >= dueAt) advancing ??= advance();
      // A store that does not answer delays records once.
      if (!isFailing) await advancing;
      if (lost) throw lost;
      written = entries.length;
      const last = entries.at(-1);
      if (!last || unnamed + written <= recordsBetweenMarks) return entries;
      return [...entries.slice(0, -1), withStore(last, `${id}.${epoch}.${chain}`)];
    },
    written(head) {
      unnamed = unnamed + written <= recordsBetweenMarks ? unnamed + written : 0;
      kept.put(head);
    },
    close: kept.close,
  };
}

interface KeptHead {
  put(head: AuditHead): void;
  close(): Promise<void>;
}

/** Keeps the newest head of a chain in the store, once a second, after failures too. */
function keptHead(store: Store, writer: string, chain: string): KeptHead {
  let newest: AuditHead | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;

  async function save(): Promise<void> {
    clearTimeout(waiting);
    waiting = undefined;
    const head = newest;
    newest = undefined;
    if (head) await store.put(headKeyOf(writer), { chain, head: { ...head } }, forever).catch(() => {});
  }

  return {
    put(head) {
      newest = head;
      waiting ??= setTimeout(() => (saving = save()), epochMs).unref();
    },
    async close() {
      await saving;
      await save();
    },
  };
}

function randomId(): string {
  return randomBytes(9).toString("base64url");
}

function readMark(entry: AuditEntry | undefined): StoreMark | undefined {
  const [, store = "", epoch, chain = ""] = markPattern.exec(entry?.store ?? "") ?? [];
  return epoch === undefined ? undefined : { store, epoch: Number(epoch), chain };
}

const markPattern = /^([\w-]{12})\.(\d{1,15})\.([\w-]{12})$/;

function readKept(row: { readonly value: Json } | undefined): {
  readonly chain?: Json | undefined;
  readonly head?: AuditHead | undefined;
} {
  const value = row?.value;
  return isObject(value) ? { chain: value["chain"], head: readHead(value["head"]) } : {};
}

async function textAt(store: Store, key: string): Promise<string | undefined> {
  const value = (await store.get(key))?.value;
  return typeof value === "string" ? value : undefined;
}

async function numberAt(store: Store, key: string): Promise<number> {
  const value = (await store.get(key))?.value;
  return typeof value === "number" ? value : 0;
}
