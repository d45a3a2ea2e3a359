import type { DemoStep } from "./stage/step.ts";
import { annotationsTrusted } from "./steps/annotations-trusted.ts";
import { auditVerified } from "./steps/audit-verified.ts";
import { bulkMailNeedsAPlan } from "./steps/bulk-mail-needs-a-plan.ts";
import { deletionAccepted } from "./steps/deletion-accepted.ts";
import { deletionDeclined } from "./steps/deletion-declined.ts";
import { forbiddenDoesNotExist } from "./steps/forbidden-does-not-exist.ts";
import { viewingLinkNeedsLess } from "./steps/viewing-link-needs-less.ts";
import { permissionDenied } from "./steps/permission-denied.ts";
import { readRunsUnasked } from "./steps/read-runs-unasked.ts";
import { refundPaidOnce } from "./steps/refund-paid-once.ts";
import { sameLinkTwice } from "./steps/same-link-twice.ts";
import { stepUpDemanded } from "./steps/step-up-demanded.ts";
import { toolsBySafety } from "./steps/tools-by-safety.ts";
import { unmetRequirement } from "./steps/unmet-requirement.ts";

/** The steps of the demo, in order. */
export const steps: readonly DemoStep[] = [
  toolsBySafety,
  readRunsUnasked,
  forbiddenDoesNotExist,
  deletionDeclined,
  deletionAccepted,
  bulkMailNeedsAPlan,
  sameLinkTwice,
  viewingLinkNeedsLess,
  unmetRequirement,
  stepUpDemanded,
  permissionDenied,
  refundPaidOnce,
  annotationsTrusted,
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
