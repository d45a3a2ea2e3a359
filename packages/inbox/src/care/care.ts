import { type Clock, type Reviewer, type Store, valueSeal } from "@proviso/server/extension";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import { deciderOf } from "../approvals/decider.ts";

/** When a yes in the inbox is answered by "read again". Buttons in Slack and the terminal are not measured. */
export interface CareOptions {
  /** A yes sooner than this after the page was opened, in milliseconds; at most a minute. Absent: none is too quick. */
  readonly readMs?: number;
  /** Every such yes in a row, without a no, within ten minutes of each other. Absent: any number. */
  readonly inARow?: number;
}

/** Remembers when people have opened pages, and how often they have said yes. In the store, for every replica. */
export interface Care {
  /** Notes that the person has the page of this call before them. */
  opened(owner: string, approval: Pick<ReviewedApproval, "id" | "revision">): Promise<void>;
  /** Says what to do before this yes counts; undefined if it counts. */
  problem(
    owner: string,
    verdict: string | undefined,
    approval: Pick<ReviewedApproval, "id" | "revision">,
  ): Promise<string | undefined>;
}

const alertsKey = "read-again";
const rowMs = 10 * 60_000;
const openMs = 24 * 60 * 60_000;
const never = new Date(8_640_000_000_000_000);

/** Throws a TypeError for a wrong option. */
export function careOf(
  { inARow = Infinity, readMs = 0 }: CareOptions,
  store: Store,
  stateKeys: readonly Uint8Array[],
  clock: Clock,
): Care {
  if (!(readMs >= 0 && readMs <= 60_000)) throw new TypeError("`readMs` of `care` is from 0 to 60000");
  if (inARow !== Infinity && !(Number.isInteger(inARow) && inARow > 1))
    throw new TypeError("`inARow` of `care` is a number of decisions, from 2 on");
  const seal = valueSeal(stateKeys);
  const now = async (): Promise<number> => (store.now ? await store.now() : clock.now()).getTime();
  const within = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const keyOf = (owner: string, { id, revision = 0 }: Pick<ReviewedApproval, "id" | "revision">): string =>
    `opened:${seal.blind(JSON.stringify([owner, id, revision]))}`;
  const alert = async (problem: string): Promise<string> => {
    await store.increment(alertsKey, 1, never);
    return problem;
  };
  return {
    async opened(owner, approval) {
      if (readMs > 0) await store.insert(keyOf(owner, approval), await now(), within(openMs));
    },
    async problem(owner, verdict, approval) {
      const row = `yes:${seal.blind(owner)}`;
      if (verdict !== "approve") {
        await store.delete(row);
        return undefined;
      }
      if (readMs > 0) {
        const key = keyOf(owner, approval);
        const at = (await store.get(key))?.value;
        const present = await now();
        if (typeof at !== "number" || present - at < readMs) {
          await store.put(key, present, within(openMs));
          return alert(tooQuick);
        }
      }
      if (inARow === Infinity) return undefined;
      const { value } = await store.increment(row, 1, within(rowMs));
      return value % inARow === 0 ? alert(`This is yes number ${value} in a row. ${readAgain}`) : undefined;
    },
  };
}

const readAgain = "Read it again; then decide.";
const tooQuick = `You said yes before anybody could have read it, so nothing was approved. ${readAgain}`;

/** How many decisions were answered by "read again", by all approvers of this store. */
export async function countReadAgain(store: Store): Promise<number> {
  return (await store.increment(alertsKey, 0, never)).value;
}

/** What a reviewer has decided last about each of these approvals. */
export function rateOf(
  approvals: readonly ReviewedApproval[],
  reviewer: Reviewer,
  clock: Clock,
): { readonly yes: number; readonly no: number } {
  const own = deciderOf(reviewer, clock)?.by;
  const verdicts = approvals
    .filter(({ mandate }) => !mandate)
    .map(({ decisions }) =>
      decisions.findLast(
        ({ by }) => own && by.id === own.id && by.tenant === own.tenant && by.isOperator === own.isOperator,
      ),
    )
    .map((decision) => decision?.verdict);
  return {
    yes: verdicts.filter((each) => each === "approve").length,
    no: verdicts.filter((each) => each === "deny").length,
  };
}
