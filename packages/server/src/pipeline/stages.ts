import type { Stages } from "./kernel.ts";
import type { EnforcementRuntime } from "./runtime.ts";
import { admit } from "./admit/admit.ts";
import { audit } from "./audit/audit.ts";
import { authorize } from "./authorize/authorize.ts";
import { confirm } from "./confirm/confirm.ts";
import { execute } from "./execute/execute.ts";
import { limit } from "./limit/limit.ts";
import { plan } from "./plan/plan.ts";
import { refine } from "./refine/refine.ts";
import { replay } from "./replay/replay.ts";
import { stepUp } from "./step-up/step-up.ts";
import { validate } from "./validate/validate.ts";

/** The order of enforcement, each line with its reason. */
export function stages(runtime: EnforcementRuntime): Stages {
  const { clock, decisionMs, env, record, store } = runtime;
  return [
    audit(record, runtime), // outermost: nothing happens, not even a refusal, that is not on record first
    admit(), // before anything that could tell a forbidden tool from an unknown one
    validate(), // before anything that looks at the input
    refine(), // after validate, for its conditions read the input; before all that looks at what the tool may do
    authorize(clock, decisionMs), // before anything that answers with, or spends, what belongs to somebody
    replay(runtime), // after authorize, because its answers are private; before limit and confirm, because nothing runs again
    limit(store, clock), // before plan and confirm, so that no plan is made and nobody is asked for a call that cannot run
    plan(runtime), // before confirm, so that a person sees the plan
    stepUp(clock, env), // before confirm; the call that brings an answer passes here again, just before its effect
    confirm(runtime), // after all that can refuse without a person, so that nobody is asked in vain
    execute(runtime), // the only way to a handler
  ];
}
