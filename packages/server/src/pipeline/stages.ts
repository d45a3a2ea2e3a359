import type { Call } from "./call/call.ts";
import { from, type Pipeline } from "./call/chain.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { admit } from "./admit/admit.ts";
import { audit } from "./audit/audit.ts";
import { authorize } from "./authorize/authorize.ts";
import { confirm } from "./confirm/confirm.ts";
import { execute } from "./execute/execute.ts";
import { limit } from "./limit/limit.ts";
import { pause } from "./pause/pause.ts";
import { plan } from "./plan/plan.ts";
import { refine } from "./refine/refine.ts";
import { replay } from "./replay/replay.ts";
import { stepUp } from "./step-up/step-up.ts";
import { validateEdited } from "./validate/validate-edited.ts";

/** The stages of a call, in order, each with the reason for its position. */
export function stages(runtime: Runtime): Pipeline<Call> {
  const last = execute(runtime);
  return from(audit(runtime), runtime.observer) // first, so that every call is recorded, refused ones too
    .to(admit()) // before any check whose result could distinguish a forbidden tool from an unknown one
    .to(validateEdited(runtime)) // before any stage that reads the input
    .to(refine()) // after validate, because its conditions read the input; before all stages that read the tool's rules
    .to(authorize(runtime)) // before any stage that returns or uses up what belongs to a caller
    .to(pause(runtime)) // after authorize, so that unknown callers learn nothing; before replay, so that a paused tool returns nothing
    .to(replay(runtime, last)) // after authorize, because stored outcomes are private; before the stages that use something up
    .to(limit(runtime)) // before plan and confirm, so that no plan is made and nobody is asked for a call over the limit
    .to(plan(runtime)) // before confirm, so that the person sees the plan
    .to(stepUp(runtime)) // before confirm, so that nobody is asked in vain; checked again when the answer arrives
    .to(confirm(runtime)) // after everything that can refuse without a person
    .end(last); // the only caller of a handler
}
