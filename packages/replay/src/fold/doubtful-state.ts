import type { JsonObject, ToolContract } from "@proviso/manifest";
import { countsOf } from "@proviso/server/gate";
import type { RecordedCall } from "../trail/recorded-call.ts";

/** What a call has left in the store: whether its handler ran in the one world and in the other. */
export interface Trace {
  readonly most: boolean;
  readonly least: boolean;
}

/**
 * Remembers which state depends on calls that may have run or not. Two worlds, in which all of them ran or none did, do not show
 * every mixture of the two: the window of a limit can begin at another time, and a key can belong to another call.
 */
export interface DoubtfulState {
  /** Whether some mixture could decide about the call otherwise than both worlds. */
  covers(call: RecordedCall, contract: ToolContract): boolean;
  /** Takes what came of a call. `isOpen`: it is undecidable, so it may have run in a mixture though it ran in neither world. */
  add(call: RecordedCall, contract: ToolContract, ran: Trace, isOpen: boolean): void;
}

/** The executions that count for a limit. */
interface Window {
  /** Times of all that may have run. */
  runs: number[];
  /** Whether one of them may not have, since the last time at which every window had ended. */
  isOpen: boolean;
}

const defaultTtlMs = 24 * 60 * 60_000;
/** Stands for every key of a caller and tool, where arguments are unknown. */
const anyKey = "*";

export function doubtfulState(): DoubtfulState {
  const keys = new Map<string, number>();
  const windows = new Map<string, Window>();
  // Of a tool: callers may share its budget.
  const amounts = new Map<string, number>();

  function windowAt(call: RecordedCall, perMs: number): Window {
    const name = nameOf(call);
    const found = windows.get(name) ?? { runs: [], isOpen: false };
    windows.set(name, found);
    if (call.at - (found.runs.at(-1) ?? -Infinity) >= perMs)
      Object.assign(found, { runs: [], isOpen: false });
    found.runs = found.runs.filter((at) => call.at - at < perMs);
    return found;
  }

  return {
    covers(call, contract) {
      const { executions: limit, amountsMs } = countsOf(contract);
      if (amountsMs !== undefined && call.at < (amounts.get(call.tool) ?? 0)) return true;
      const isOfKey = [anyKey, ...keysOf(call, contract)].some(
        (key) => call.at < (keys.get(nameOf(call, key)) ?? 0),
      );
      if (isOfKey || !limit) return isOfKey;
      const { isOpen, runs } = windowAt(call, limit.perMs);
      return isOpen && runs.length >= limit.limit;
    },
    add(call, contract, { most, least }, isOpen) {
      const { executions: limit, amountsMs } = countsOf(contract);
      const isUncertain = isOpen || most !== least;
      if (limit && (isUncertain || most)) {
        const window = windowAt(call, limit.perMs);
        window.runs.push(call.endedAt);
        window.isOpen ||= isUncertain;
      }
      if (!isUncertain) return;
      if (amountsMs !== undefined)
        amounts.set(call.tool, Math.max(amounts.get(call.tool) ?? 0, call.endedAt + amountsMs));
      const until = call.endedAt + (contract.idempotency?.ttlMs ?? defaultTtlMs);
      for (const key of call.input ? keysOf(call, contract) : [anyKey]) keys.set(nameOf(call, key), until);
    },
  };
}

/** Names what shares a limit and keys in the store: a caller and a tool. `more` names a part of it. */
export function nameOf({ caller, principal, tool }: RecordedCall, more = ""): string {
  const { id = null, kind = "agent", tenant = null } = principal ?? {};
  return JSON.stringify([tool, kind, tenant, id, caller?.issuer ?? null, more]);
}

function keysOf({ input = {}, key }: RecordedCall, { idempotency }: ToolContract): readonly string[] {
  return [
    ...(key === undefined ? [] : [`own ${key}`]),
    ...(idempotency?.key.length ? [`of ${picked(input, idempotency.key)}`] : []),
  ];
}

function picked(input: JsonObject, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => (Object.hasOwn(input, field) ? input[field] : [])));
}
