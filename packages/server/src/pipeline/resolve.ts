import type { Call, ValidCall } from "./call/call.ts";
import type { Refusal, Resolution } from "../api/outcome.ts";
import type { Answered } from "./call/stage.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { codeOfFault, refuse } from "./call/refuse.ts";
import { admit } from "./admit/admit.ts";
import { authorize, checkCaller } from "./authorize/authorize.ts";
import { checkLimits } from "./limit/limit.ts";
import { pause } from "./pause/pause.ts";
import { refine } from "./refine/refine.ts";
import { foreseeReplay } from "./replay/replay.ts";
import { refuseOldLogIn, refuseWithoutLogIn } from "./step-up/step-up.ts";
import { validate } from "./validate/validate.ts";

/**
 * Says which contract would apply to a call, and what would refuse it now, using the stages of a
 * call. It runs no handler, asks nobody, acquires no key and uses nothing up.
 */
export function resolver(runtime: Runtime): (call: Call) => Promise<Resolution | Refusal> {
  const { clock, onFault } = runtime;
  const [admitted, valid, refined] = [admit(), validate(), refine()];
  const [authorized, paused] = [authorize(runtime), pause(runtime)];

  /** A dry run reports all but the first of these in its plan. */
  const foreseen = (call: ValidCall): Answered<Refusal | "done" | undefined> =>
    authorized.run(call, (allowed) =>
      paused.run<Refusal | "done" | undefined>(allowed, async (open) => {
        if (open.dryRun) return undefined;
        // A repeated call is answered before the limit is checked.
        const replayed = await foreseeReplay(open, runtime);
        if (replayed) return refuseWithoutLogIn(open, runtime) ?? replayed;
        return (await checkLimits(open, runtime)) ?? refuseOldLogIn(open, runtime);
      }),
    );

  return async (call) =>
    admitted.run(call, async (known) => {
      try {
        return await valid.run(known, (read) =>
          refined.run(
            read,
            async (last) => checkCaller(last, clock) ?? resolvedCall(last, await foreseen(last)),
          ),
        );
      } catch (error) {
        onFault(error, known.tool.contract.name);
        return refuse(known, ...codeOfFault(error));
      }
    });
}

function resolvedCall({ tool, history }: ValidCall, foreseen: Refusal | "done" | undefined): Resolution {
  const { refinement } = history;
  const refusal = foreseen === "done" ? undefined : foreseen;
  return {
    kind: "resolved",
    tool: tool.contract.name,
    contract: tool.contract,
    ...(refinement !== undefined && { refinement }),
    ...(refusal && "failure" in refusal && { refusal: refusal.failure }),
    ...(foreseen === "done" && { alreadyDone: true }),
  };
}
