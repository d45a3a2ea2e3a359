import type { Json } from "@proviso/manifest";
import { ToolFailure } from "@proviso/server";
import {
  fingerprintOfText,
  identityOf,
  type Principal,
  type ProgramsRuntime,
  type Store,
  type StoredValue,
  type ValueSeal,
  valueSeal,
} from "@proviso/server/extension";
import type { Reply } from "../sandbox/messages.ts";

/** A program that has begun and has not ended: what its source, its caller and the product bind. */
export interface OpenProgram {
  /** The id of the call with which it began. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** Calls of `run_program` that were approved with a set. */
  readonly sets: readonly string[];
}

/** A call of a program: begun, or ended with a reply. */
export interface JournalEntry {
  readonly tool: string;
  /** Hex SHA-256 of the canonical input. */
  readonly print: string;
  /** The hash of the contract, and the number of the last pause of the tool, just before the call was made. */
  readonly contract: string;
  readonly lastPause: number;
  readonly reply?: Reply;
}

/** A value with the revision under which it can be replaced. */
interface Found<Value> {
  readonly value: Value;
  readonly key: string;
  readonly revision: number;
}

/** What is kept of programs, in the server's store. Every value is sealed to its place, so that who writes the store can forge none. */
export interface Journal {
  /**
   * The open program of this caller with this source; a new one, named after `callId`, if there is none. Throws `program_failed` if the
   * caller has too many open programs.
   */
  open(caller: Principal, source: string, callId: string): Promise<Found<OpenProgram>>;
  /** Adds an approved set. Rejects if another process has changed the program meanwhile. */
  addSet(program: Found<OpenProgram>, callId: string): Promise<OpenProgram>;
  /** Ends the program: the same source begins anew. */
  end(program: Pick<Found<OpenProgram>, "key" | "value">, calls: number): Promise<void>;
  read(program: OpenProgram, place: number): Promise<Found<JournalEntry> | undefined>;
  /** False if another process has written this place meanwhile. */
  write(
    program: OpenProgram,
    place: number,
    entry: JournalEntry,
    former?: Found<JournalEntry>,
  ): Promise<boolean>;
}

const keyDigits = 32;
/** A program that gets more sets than this keeps the last ones. */
const maxSets = 20;
/** Of one caller. Each keeps the replies to its calls in the store until it ends. */
const maxOpen = 50;
const tooMany = `This caller has ${maxOpen} open programs, and gets no further one. Run one of them again until it ends, or wait until one has expired.`;

function keyOf({ id }: OpenProgram, place: number): string {
  return `program-call:${id}:${place}`;
}

function opened<Value>(seal: ValueSeal, key: string, stored?: StoredValue): Found<Value> | undefined {
  const value = typeof stored?.value === "string" ? seal.open(stored.value, key) : undefined;
  return stored && value !== undefined
    ? { value: value as Value, key, revision: stored.revision }
    : undefined;
}

/** Lists a program among those of its caller, without those that have ended. False if there are too many. */
async function enlist(
  store: Store,
  seal: ValueSeal,
  list: string,
  key: string,
  until: Date,
): Promise<boolean> {
  // Others of the caller may begin at the same time.
  for (let attempt = 0; attempt < maxOpen; attempt++) {
    const stored = await store.get(list);
    const open = [key];
    for (const each of opened<readonly string[]>(seal, list, stored)?.value ?? [])
      if (each !== key && (await store.get(each))) open.push(each);
    if (open.length > maxOpen) return false;
    const value = seal.seal(open, list);
    const write = stored
      ? store.replace(list, stored.revision, value, until)
      : store.insert(list, value, until);
    if (await write) return true;
  }
  return false;
}

/** `keepMs`: how long a program can be resumed after it began. */
export function journal({ clock, realm, stateKeys, store }: ProgramsRuntime, keepMs: number): Journal {
  const seal = valueSeal(stateKeys);
  const blinds = (...parts: readonly string[]): readonly string[] =>
    seal
      .blinds(JSON.stringify(["program", realm.product, realm.env, ...parts]))
      .map((each) => `program:${each.slice(0, keyDigits)}`);
  const now = async (): Promise<number> => (store.now ? await store.now() : clock.now()).getTime();

  return {
    async open(caller, source, callId) {
      const keys = blinds(identityOf(caller), fingerprintOfText(source));
      for (const key of keys) {
        const found = opened<OpenProgram>(seal, key, await store.get(key));
        if (found && (await now()) < found.value.until) return found;
      }
      const [key = ""] = keys;
      const value: OpenProgram = { id: callId, until: (await now()) + keepMs, sets: [] };
      // One that cannot be read, or has expired by a clock that was set back, is replaced.
      await store.put(key, seal.seal(value as unknown as Json, key), new Date(value.until));
      const [list = ""] = blinds(identityOf(caller));
      if (!(await enlist(store, seal, list, key, new Date(value.until)))) {
        await store.delete(key);
        throw new ToolFailure("program_failed", tooMany);
      }
      return opened<OpenProgram>(seal, key, await store.get(key)) ?? { value, key, revision: 0 };
    },
    async addSet({ key, revision, value }, callId) {
      const after = { ...value, sets: [...value.sets, callId].slice(-maxSets) };
      if (await store.replace(key, revision, seal.seal(after as unknown as Json, key))) return after;
      throw new Error("another process runs this program");
    },
    async end({ key, value }, calls) {
      await store.delete(key);
      for (let place = 0; place < calls; place++) await store.delete(keyOf(value, place));
    },
    async read(program, place) {
      const key = keyOf(program, place);
      return opened<JournalEntry>(seal, key, await store.get(key));
    },
    write(program, place, entry, former) {
      const key = keyOf(program, place);
      const sealed = seal.seal(entry as unknown as Json, key);
      return former
        ? store.replace(key, former.revision, sealed)
        : store.insert(key, sealed, new Date(program.until));
    },
  };
}
