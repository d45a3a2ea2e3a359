import type { AdmittedCall, AuthorizedCall, Call, PlannedCall, ValidCall } from "./call/call.ts";
import type { Next, Stage } from "./call/stage.ts";

/** The eleven stages in their order. Each type holds what the stages before it have established, so no other order compiles. */
export type Stages = readonly [
  audit: Stage<Call, Call>,
  admit: Stage<Call, AdmittedCall>,
  validate: Stage<AdmittedCall, ValidCall>,
  refine: Stage<ValidCall, ValidCall>,
  authorize: Stage<ValidCall, AuthorizedCall>,
  replay: Stage<AuthorizedCall, AuthorizedCall>,
  limit: Stage<AuthorizedCall, AuthorizedCall>,
  plan: Stage<AuthorizedCall, PlannedCall>,
  stepUp: Stage<PlannedCall, PlannedCall>,
  confirm: Stage<PlannedCall, PlannedCall>,
  execute: Stage<PlannedCall, never>,
];

/** Composes the stages once; a call then costs one closure a stage and nothing else. */
export function compose([
  audit,
  admit,
  validate,
  refine,
  authorize,
  replay,
  limit,
  plan,
  stepUp,
  confirm,
  execute,
]: Stages): Next<Call> {
  const last: Next<PlannedCall> = (call) => execute.run(call, unreachable);
  const reached = before(stepUp, before(confirm, last));
  const allowed = before(replay, before(limit, before(plan, reached)));
  const known = before(validate, before(refine, before(authorize, allowed)));
  return before(audit, before(admit, known));
}

function before<In, Out>(stage: Stage<In, Out>, next: Next<Out>): Next<In> {
  return (call) => stage.run(call, next);
}

function unreachable(): never {
  throw new TypeError("`execute` is the last stage");
}
