import type { Json, JsonObject } from "@proviso/manifest";
import { compileCondition } from "@proviso/manifest/condition";
import { valueAt } from "@proviso/manifest/question";
import type { Principal, Realm } from "@proviso/server/extension";
import type { Mandate, MandateState, MandateTerms } from "../api/mandate.ts";

/** What may have ended or suspended a mandate. */
export interface MandateCircumstances {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The number of the last pause that stops the tool for its caller; 0 if there was none. */
  readonly lastPause: number;
  /** Of the contract that applies now; absent where it is not known. */
  readonly contractHash?: string;
}

/** Clocks of servers differ. */
const skewMs = 60_000;

/** A changed contract and a pause suspend a mandate until a person has looked at it again, whatever they have changed. */
export function mandateState(
  {
    contractHash,
    count,
    ended,
    grantedAt,
    lastUseAt = grantedAt,
    pauses,
    spent,
    total,
    until,
    used,
  }: Mandate,
  at: MandateCircumstances,
): MandateState {
  if (ended) return ended.why;
  if (at.now >= until) return "expired";
  if (at.now < lastUseAt - skewMs) return "clock_set_back";
  if (used >= count || (total && spent >= total.limit)) return "used_up";
  if (at.contractHash !== undefined && at.contractHash !== contractHash) return "contract_changed";
  return at.lastPause > pauses ? "paused" : "active";
}

/** The amount of a call for the total: 0 without one, undefined if it is not a number from 0 on. */
export function amountOf({ total }: Pick<MandateTerms, "total">, input: JsonObject): number | undefined {
  if (!total) return 0;
  const value: Json | undefined = valueAt(input, total.of.split("."));
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Compiles the condition once. False if it cannot be evaluated, or does not compile: then a person is asked. */
export function conditionOf(
  { when }: Pick<MandateTerms, "when">,
  inputSchema: JsonObject,
): (input: JsonObject, principal: Principal, realm: Pick<Realm, "env">, now: number) => boolean {
  try {
    const condition = compileCondition(when, inputSchema);
    return (input, principal, { env }, now) => {
      try {
        return condition({ input, principal, env: { name: env }, now: new Date(now) });
      } catch {
        return false;
      }
    };
  } catch {
    return () => false;
  }
}

/** Whether the amount of one more call fits the total. */
export function fitsTotal(
  { total }: Pick<MandateTerms, "total">,
  spent: number,
  amount: number | undefined,
): amount is number {
  return amount !== undefined && (!total || spent + amount <= total.limit);
}
