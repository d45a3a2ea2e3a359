import { approvalTerms } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import type { WantedLogIn } from "../../api/approvals.ts";
import { isLogInEnough, logInOf, logInText, noLogInText } from "../../tools/log-in.ts";
import type { AuthorizedCall, PlannedCall } from "../call/call.ts";
import { conditionScope, holds } from "../../tools/conditions.ts";
import type { Refusal } from "../../api/outcome.ts";
import { refuse } from "../call/refuse.ts";
import type { Stage } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";

type Clocked = Pick<Runtime, "clock" | "env" | "approvals">;

/**
 * Refuses a call whose log-in is too weak or too old, or whose strength or age is unknown; but if
 * people can approve it later, it waits until the person for whom it is made has logged in there.
 */
export function stepUp(runtime: Runtime): Stage<PlannedCall, PlannedCall> {
  return {
    name: "step-up",
    run(call, next) {
      const logIn = wantedLogIn(call, runtime);
      if (!logIn) return next(call);
      if (hasLogIn(call, logIn, runtime)) return next({ ...call, logIn });
      return canLogInLater(call, runtime)
        ? next({ ...call, logIn, lacksLogIn: true })
        : refuseLogIn(call, logIn, runtime);
    },
  };
}

/** The refusal of a call whose log-in is too weak or too old, unless it can wait for another. */
export function refuseOldLogIn(call: AuthorizedCall, runtime: Clocked): Refusal | undefined {
  return canLogInLater(call, runtime) ? undefined : refuseWithoutLogIn(call, runtime);
}

/** Refuses a call with a weak or old log-in, if it cannot wait for another log-in. */
export function refuseWithoutLogIn(call: AuthorizedCall, runtime: Clocked): Refusal | undefined {
  const wanted = wantedLogIn(call, runtime);
  return wanted && !hasLogIn(call, wanted, runtime) ? refuseLogIn(call, wanted, runtime) : undefined;
}

function canLogInLater({ tool: { contract } }: AuthorizedCall, { approvals }: Clocked): boolean {
  // A contract that asks nobody does not promise the failures of a call that waits.
  const mayWait = contract.confirmation.kind !== "never" && approvalTerms(contract).by !== "here";
  return approvals !== undefined && approvals.takesLogIns !== false && mayWait;
}

function hasLogIn({ principal }: AuthorizedCall, wanted: WantedLogIn, { clock }: Clocked): boolean {
  return isLogInEnough(principal, wanted, clock.now().getTime());
}

/** Returns the log-in that the call needs; undefined if it needs none. */
function wantedLogIn(call: AuthorizedCall, { clock, env }: Clocked): WantedLogIn | undefined {
  const { contract, stepUpWhen } = call.tool;
  const isNeeded = !stepUpWhen || holds(stepUpWhen, conditionScope(call, env, clock.now()));
  return isNeeded ? logInOf(contract) : undefined;
}

function refuseLogIn(call: AuthorizedCall, wanted: WantedLogIn, { approvals }: Clocked): Refusal {
  const needs = `This call needs ${logInText(wanted)}`;
  const message =
    approvals?.takesLogIns === false
      ? `${needs}, and nobody can log in here. It cannot run unless its operator takes the log-in from the contract.`
      : `${needs}: the user has to sign in again before it is tried again.${noLogInText(call.principal)}`;
  return refuse(call, "step_up_required", message, { ...wanted } satisfies JsonObject);
}
