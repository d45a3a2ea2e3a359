import type { Clause } from "../model.ts";
import { agency, audited, failuresFit, inTime, outputFits, secretsStay } from "./answers.ts";
import { addsOnly, closedWorld, dryRun, effectsDeclared, readsOnly } from "./effects.ts";
import { idempotent, idempotentAfterCrash, idempotentAtOnce } from "./idempotent.ts";
import { forbidden, hintsAgree, listAfterRestart, listStable } from "./lists.ts";
import { planHolds } from "./plan-holds.ts";
import { callLimit, confirmation, permission, requirements, stepUp } from "./refusals.ts";

/** All clauses, in the order of reports. */
export const clauses: readonly Clause[] = [
  // On a server to which nothing was done yet.
  [listStable],
  [readsOnly, effectsDeclared, addsOnly, closedWorld, dryRun, planHolds],
  [idempotent, idempotentAtOnce, idempotentAfterCrash, outputFits, failuresFit, inTime],
  [permission, stepUp, confirmation, requirements, agency, callLimit, forbidden],
  [secretsStay, audited, hintsAgree, listAfterRestart],
].flat();
