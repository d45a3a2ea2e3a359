import type { MakeCheck } from "./tools/schema-check.ts";

/** What extensions, such as `@proviso/inbox`, use of the runtime and hosts do not. It changes with the server, in every release. */
export type { ApprovalApp } from "./api/approval-app.ts";
export { sendResponse } from "./adapters/wire/node-web.ts";
export type {
  ApprovalAnswer,
  Approvals,
  ApprovalsRuntime,
  ApprovalsPlug,
  CallTerms,
  CallToApprove,
  LogIn,
  MountedPages,
  MountedSite,
  NotApproved,
  ReadPauses,
  Realm,
  RecordDecision,
  Reviewer,
  ShownCall,
  UsedApproval,
  WantedLogIn,
} from "./api/approvals.ts";
export { type OptionNames, checkOptionNames } from "./api/check-option-names.ts";
export { endedBeforeUse, tooMuchToShow } from "./api/not-approved.ts";
export type {
  InvokeOptions,
  Outcome,
  Principal,
  TaskEnd,
  WaitingCalls,
  WaitingTask,
  WaitingTasks,
} from "./api/outcome.ts";
export type { CallSet, ProgramCall, SetCall } from "./api/program-call.ts";
export type { ProgramsPlug, ProgramsRuntime } from "./api/programs.ts";
export type { PauseList, PauseSwitch } from "./api/pauses.ts";
export type { AuditEntry, AuditSink, Clock, SomeValues, Store, StoredValue } from "./api/ports.ts";
export type { ApprovalState } from "./api/waiting.ts";
export { inTime, within } from "./api/within.ts";
export { readCanonical } from "./canonical/canonical-copy.ts";
export { fingerprint, fingerprintOfText } from "./canonical/fingerprint.ts";
export { identityOf } from "./canonical/identity.ts";
export { lookAlikes, skeletonOf } from "./canonical/look-alikes.ts";
export { isSameRealm, realmKey, realmText } from "./canonical/realm.ts";
export { safeUrl } from "./canonical/safe-url.ts";
export { checkTimes } from "./canonical/principal-times.ts";
export { wholePrincipal } from "./canonical/whole-text.ts";
export { readNumbers } from "./gate/read-options.ts";
export { decisionRecord } from "./pauses/decision-record.ts";
export { operatorProblem } from "./pauses/operator.ts";
export { pauseSwitch } from "./pauses/pause-switch.ts";
export { lastPauseOf, pauseOf, pausesIn } from "./pauses/pauses.ts";
export { isSameText } from "./seals/is-same-text.ts";
export { type ValueSeal, sealingKeyId, valueSeal } from "./seals/sealed-value.ts";
export { retried } from "./serve/issuer-keys.ts";
export { principalOfClaims } from "./serve/principal-of-claims.ts";
/** Loads the check of schemas late: a server starts without it. */
export async function loadSchemaChecks(): Promise<() => MakeCheck> {
  return (await import("./tools/schema-check.ts")).schemaChecks;
}
export {
  isLogInEnough,
  logInEnd,
  logInOf,
  logInOfPrincipal,
  logInText,
  noLogInText,
} from "./tools/log-in.ts";
