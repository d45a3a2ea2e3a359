import type { Clause } from "../model.ts";
import { addsOnly } from "./adds-only.ts";
import { agency } from "./agency.ts";
import { audited } from "./audited.ts";
import { closedWorld } from "./closed-world.ts";
import { dryRun, planHolds } from "./dry-run.ts";
import { effectsDeclared } from "./effects-declared.ts";
import { failuresFit } from "./failures-fit.ts";
import { forbidden } from "./forbidden.ts";
import { hintsAgree } from "./hints-agree.ts";
import { idempotent, idempotentAfterCrash, idempotentAtOnce } from "./idempotent.ts";
import { inTime } from "./in-time.ts";
import { listAfterRestart, listStable } from "./list-stable.ts";
import { outputFits } from "./output-fits.ts";
import { readsOnly } from "./reads-only.ts";
import { confirmation, permission, callLimit, requirements, stepUp } from "./refusals.ts";
import { secretsStay } from "./secrets-stay.ts";

/** All clauses, in the order of reports. */
export const clauses: readonly Clause[] = [
  // On a server to which nothing was done yet.
  listStable,
  readsOnly,
  effectsDeclared,
  addsOnly,
  closedWorld,
  dryRun,
  planHolds,
  idempotent,
  idempotentAtOnce,
  idempotentAfterCrash,
  outputFits,
  failuresFit,
  inTime,
  permission,
  stepUp,
  confirmation,
  requirements,
  agency,
  callLimit,
  forbidden,
  secretsStay,
  audited,
  hintsAgree,
  listAfterRestart,
];
