import {
  type ApprovalsRuntime,
  fingerprintOfText,
  inTime,
  lastPauseOf,
  type PauseList,
  type RecordDecision,
  type ValueSeal,
} from "@proviso/server/extension";
import type { Mandate } from "../api/mandate.ts";
import type { DeskParts } from "../approvals/desk-parts.ts";
import { mandateRecords, type MandateRecords } from "./mandate-records.ts";
import type { MandateCircumstances } from "./mandate-state.ts";

export interface MandateParts extends DeskParts {
  readonly mandates: MandateRecords;
  readonly record: RecordDecision;
}

export function mandateParts(
  parts: DeskParts,
  { record, store }: Pick<ApprovalsRuntime, "record" | "store">,
  seal: ValueSeal,
): MandateParts {
  return { ...parts, record, mandates: mandateRecords(store, seal, parts.realm) };
}

/** What may have ended a mandate, as far as it is known here. */
export function circumstancesOf(
  { caller, contract, tool }: Mandate,
  list: PauseList,
  { tools }: Pick<MandateParts, "tools">,
  now: number,
): MandateCircumstances {
  const contractHash = tools && (tools.find(({ name }) => name === tool)?.hash ?? "");
  return {
    now,
    lastPause: lastPauseOf(list, { contract, principal: caller }),
    ...(contractHash !== undefined && { contractHash }),
  };
}

/** Identifies one use, by its number, or the end of a mandate in the trail, without giving its id away. */
export function requestOfMandate(id: string, what: number | "end"): string {
  return fingerprintOfText(`mandate ${id} ${what}`);
}

export const lookUpMs = 10_000;

/**
 * Whether the trail says that the mandate has ended, or has been used more often than the store says: somebody writes the database
 * without our keys, or an old copy was put back. Then it never counts again.
 */
export async function isPutBack({ id, used }: Mandate, { audit }: MandateParts): Promise<boolean> {
  const { endsOf } = audit;
  if (!endsOf) return false;
  const requests = [requestOfMandate(id, "end"), requestOfMandate(id, used + 1)];
  const found = await inTime(lookUpMs, Promise.all(requests.map((each) => endsOf.call(audit, each))));
  return found.some((calls) => calls.length > 0);
}
