import { approvalTerms } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import type { WantedLogIn } from "../../api/approval.ts";
import { isLogInEnough, logInOf, logInText } from "../../approvals/log-in.ts";
import type { AuthorizedCall, PlannedCall } from "../call/call.ts";
import { conditionScope, holds } from "../../tools/conditions.ts";
import type { Refusal } from "../../api/outcome.ts";
import { refuse } from "../call/refuse.ts";
import type { Stage } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";

type Clocked = Pick<Runtime, "clock" | "env" | "inbox">;

/**
 * Refuses a call whose log-in is too weak or too old, or whose strength or age is unknown; but if people can approve it in the
 * inbox, it waits until the person for whom it is made has logged in there.
 */
export function stepUp(runtime: Runtime): Stage<PlannedCall, PlannedCall> {
  return {
    name: "step-up",
    run(call, next) {
      const logIn = missingLogIn(call, runtime);
      if (!logIn) return next(call);
      return canLogInLater(call, runtime) ? next({ ...call, logIn }) : refuseLogIn(call, logIn);
    },
  };
}

/** The refusal of a call whose log-in is too weak or too old, unless it can wait for another. */
export function refuseOldLogIn(call: AuthorizedCall, runtime: Clocked): Refusal | undefined {
  return canLogInLater(call, runtime) ? undefined : refuseWithoutLogIn(call, runtime);
}

/** The same for what cannot wait. */
export function refuseWithoutLogIn(call: AuthorizedCall, runtime: Clocked): Refusal | undefined {
  const wanted = missingLogIn(call, runtime);
  return wanted && refuseLogIn(call, wanted);
}

function canLogInLater({ tool: { contract } }: AuthorizedCall, { inbox }: Clocked): boolean {
  // A contract that asks nobody does not promise the failures of a call that waits.
  const mayWait = contract.confirmation.kind !== "never" && approvalTerms(contract).by !== "here";
  return inbox !== undefined && mayWait;
}

/** What the caller's log-in would have to be. Undefined if it is, or if the call needs none. */
function missingLogIn(call: AuthorizedCall, { clock, env }: Clocked): WantedLogIn | undefined {
  const now = clock.now();
  const wanted = wantedLogIn(call, env, now);
  return wanted && !isLogInEnough(call.principal, wanted, now.getTime()) ? wanted : undefined;
}

function wantedLogIn(call: AuthorizedCall, env: string, now: Date): WantedLogIn | undefined {
  const { stepUpAuth } = call.tool.contract;
  if (stepUpAuth.kind === "never") return undefined;
  const { stepUpWhen } = call.tool;
  if (stepUpAuth.kind === "when" && stepUpWhen && !holds(stepUpWhen, conditionScope(call, env, now))) {
    return undefined;
  }
  return logInOf(stepUpAuth);
}

export function refuseLogIn(call: AuthorizedCall, wanted: WantedLogIn): Refusal {
  const message = `This call needs ${logInText(wanted)}: the user has to sign in again before it is tried again.`;
  return refuse(call, "step_up_required", message, { ...wanted } satisfies JsonObject);
}
