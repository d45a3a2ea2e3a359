import type { DemoStep } from "./step.ts";
import { approvedInTheInbox } from "./approved-in-the-inbox.ts";
import { auditVerified } from "./audit-verified.ts";
import { bulkMailNeedsAPlan } from "./bulk-mail-needs-a-plan.ts";
import { deletionAccepted } from "./deletion-accepted.ts";
import { deletionDeclined } from "./deletion-declined.ts";
import { forbiddenDoesNotExist } from "./forbidden-does-not-exist.ts";
import { viewingLinkNeedsLess } from "./viewing-link-needs-less.ts";
import { permissionDenied } from "./permission-denied.ts";
import { readRunsUnasked } from "./read-runs-unasked.ts";
import { refundPaidOnce } from "./refund-paid-once.ts";
import { sameLinkTwice } from "./same-link-twice.ts";
import { stepUpDemanded } from "./step-up-demanded.ts";
import { toolsBySafety } from "./tools-by-safety.ts";
import { unmetRequirement } from "./unmet-requirement.ts";

/** The steps of the demo, in order. */
export const steps: readonly DemoStep[] = [
  toolsBySafety,
  readRunsUnasked,
  forbiddenDoesNotExist,
  deletionDeclined,
  deletionAccepted,
  bulkMailNeedsAPlan,
  approvedInTheInbox,
  sameLinkTwice,
  viewingLinkNeedsLess,
  unmetRequirement,
  stepUpDemanded,
  permissionDenied,
  refundPaidOnce,
  auditVerified,
];

/** What `--short` plays: the calls that show most in least time. */
export const shortSteps: readonly DemoStep[] = [
  readRunsUnasked,
  forbiddenDoesNotExist,
  deletionDeclined,
  deletionAccepted,
  refundPaidOnce,
];
