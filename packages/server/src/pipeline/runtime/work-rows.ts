import { type Failure, isObject, type Json, type JsonObject } from "@proviso/manifest";
import { storeKey } from "../../canonical/fingerprint.ts";
import type { Work } from "../call/call.ts";
import type { Runtime } from "./runtime.ts";

/** Rows outlive the time in which a work is continued: a step whose row is gone would run again. */
const rowSlackMs = 24 * 60 * 60_000;

/**
 * What is stored of a step. `asked` stands for its name and input, and `result` is there once it has ended. `failed`: it has done
 * nothing. `undo`: the tool `by` was first asked to undo it `at` this time. `end`: what became of that, which is on record.
 */
export interface StepRow {
  readonly asked: string;
  readonly name?: string;
  readonly ended?: true;
  readonly failed?: true;
  readonly result?: Json;
  readonly undo?: "asked";
  readonly by?: string;
  readonly at?: number;
  readonly end?: "undone" | "kept" | "doubtful" | "unknown";
}

/** The call with which a work began. Times are in milliseconds since the epoch. */
export interface BegunRow {
  /** As an approver may have narrowed it, and as the caller sent it. */
  readonly input: JsonObject;
  readonly asked: JsonObject;
  readonly tool: string;
  readonly caller: string;
  readonly key: string | undefined;
  readonly createdAt: number;
  readonly until: number;
}

/** Why a call has ended before its last step: the failure with which it ends for good, or that somebody has cancelled it. Neither: it cannot be read. */
export interface UndoRow {
  readonly cancelled?: true;
  readonly failure?: Failure;
}

export const cancelledRow: UndoRow = { cancelled: true };

/** A row by its number, or: the arguments of the call, and whether its steps are undone. */
type RowName = number | "input" | "undo";

/** What is stored of a work, sealed. A row that cannot be opened reads as `{}`. */
export function workRows(
  { id, until }: Pick<Work, "id" | "until">,
  { store, valueSeal }: Pick<Runtime, "store" | "valueSeal">,
) {
  const keyOf = (row: RowName): string => storeKey("step", id, String(row));
  const seal = (row: RowName, value: object): [string, string, Date] => [
    keyOf(row),
    valueSeal.seal(value as JsonObject, keyOf(row)),
    new Date(until + rowSlackMs),
  ];
  return {
    async read(row: RowName): Promise<Json | undefined> {
      const stored = await store.get(keyOf(row));
      return stored && (valueSeal.open(String(stored.value), keyOf(row)) ?? {});
    },
    insert: (row: RowName, value: object): Promise<boolean> => store.insert(...seal(row, value)),
    put: (row: RowName, value: object): Promise<void> => store.put(...seal(row, value)),
    /** Begins a step anew that has failed. False if it has begun since. */
    async restart(row: number, value: StepRow): Promise<boolean> {
      const stored = await store.get(keyOf(row));
      const former = stored && valueSeal.open(String(stored.value), keyOf(row));
      if (!stored || !isObject(former) || former["failed"] !== true) return false;
      const [key, sealed, expiresAt] = seal(row, value);
      return store.replace(key, stored.revision, sealed, expiresAt);
    },
  };
}
