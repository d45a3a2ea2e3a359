import type { Json, JsonObject } from "@proviso/manifest";
import type { Work } from "../call/call.ts";
import { storeKey } from "../../canonical/fingerprint.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** What is known of a step. It is sealed, because inputs and results may hold anything. */
export interface StepRow {
  readonly name: string;
  /** Fingerprint of its name and input. */
  readonly asked: string;
  /** `begun`: it may have acted. `failed`: with a failure that the contract declares, so it has done nothing. */
  readonly state: "begun" | "done" | "failed";
  /** In `done`, unless the result is undefined. */
  readonly result?: Json;
  readonly failure?: { readonly code: string; readonly message: string; readonly details?: JsonObject };
}

export interface StoredStep {
  readonly row: StepRow;
  readonly revision: number;
}

/** Rows outlive the time in which the call can be continued: a step whose row is gone would run again. */
const rowSlackMs = 24 * 60 * 60_000;

/** The rows of a call's work, by the number of the step. */
export interface StepRows {
  read(number: number): Promise<StoredStep | undefined>;
  /** False if somebody else has begun the step. `revision` is that of its failed row. */
  begin(number: number, row: StepRow, revision: number | undefined): Promise<boolean>;
  end(number: number, row: StepRow): Promise<void>;
}

export function stepRows({ id, until }: Pick<Work, "id" | "until">, { store, valueSeal }: Runtime): StepRows {
  const keyOf = (number: number): string => storeKey("step", id, String(number));
  const expiry = new Date(until + rowSlackMs);
  const seal = (number: number, row: StepRow): string =>
    valueSeal.seal(row as unknown as Json, keyOf(number));
  return {
    async read(number) {
      const stored = await store.get(keyOf(number));
      if (!stored) return undefined;
      const row = valueSeal.open(String(stored.value), keyOf(number)) as unknown as StepRow | undefined;
      return { row: row ?? unreadableRow, revision: stored.revision };
    },
    begin: (number, row, revision) =>
      revision === undefined
        ? store.insert(keyOf(number), seal(number, row), expiry)
        : store.replace(keyOf(number), revision, seal(number, row), expiry),
    end: (number, row) => store.put(keyOf(number), seal(number, row), expiry),
  };
}

/** Sealed with a state key that is gone. It equals no step. */
const unreadableRow: StepRow = { name: "unreadable", asked: "", state: "begun" };

/** The names of the finished steps of a work, in order. */
export async function finishedSteps(
  work: Pick<Work, "id" | "until">,
  runtime: Runtime,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const rows = stepRows(work, runtime); ;) {
    const stored = await rows.read(names.length);
    if (stored?.row.state !== "done") return names;
    names.push(stored.row.name);
  }
}

/** Keeps the input with which the work began: an approver may have narrowed it. */
export async function keepInput(work: Work, input: JsonObject, { store, valueSeal }: Runtime): Promise<void> {
  const key = storeKey("step", work.id, "input");
  await store.put(key, valueSeal.seal(input, key), new Date(work.until + rowSlackMs));
}

/** The input with which the work began. Undefined if it cannot be read. */
export async function inputOfWork(
  { id }: Work,
  { store, valueSeal }: Runtime,
): Promise<JsonObject | undefined> {
  const key = storeKey("step", id, "input");
  const stored = await store.get(key);
  return stored && (valueSeal.open(String(stored.value), key) as JsonObject | undefined);
}
