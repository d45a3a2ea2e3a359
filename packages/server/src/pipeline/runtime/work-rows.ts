import type { Json } from "@proviso/manifest";
import { storeKey } from "../../canonical/fingerprint.ts";
import type { Work } from "../call/call.ts";
import type { Runtime } from "./runtime.ts";

/** Rows outlive the time in which a work is continued: a step whose row is gone would run again. */
const rowSlackMs = 24 * 60 * 60_000;

/** What is stored of a work, sealed: its input, and each of its steps by number. A row that cannot be opened reads as `{}`. */
export function workRows({ id, until }: Work, { store, valueSeal }: Pick<Runtime, "store" | "valueSeal">) {
  const keyOf = (row: number | "input"): string => storeKey("step", id, String(row));
  const seal = (row: number | "input", value: Json): [string, string, Date] => [
    keyOf(row),
    valueSeal.seal(value, keyOf(row)),
    new Date(until + rowSlackMs),
  ];
  return {
    async read(row: number | "input"): Promise<Json | undefined> {
      const stored = await store.get(keyOf(row));
      return stored && (valueSeal.open(String(stored.value), keyOf(row)) ?? {});
    },
    insert: (row: number, value: Json): Promise<boolean> => store.insert(...seal(row, value)),
    put: (row: number | "input", value: Json): Promise<void> => store.put(...seal(row, value)),
    remove: (row: number): Promise<boolean> => store.delete(keyOf(row)),
  };
}
