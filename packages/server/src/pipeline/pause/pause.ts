import type { Refusal } from "../../api/outcome.ts";
import type { PauseList } from "../../api/pauses.ts";
import { pauseOf } from "../../pauses/pauses.ts";
import type { AuthorizedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Answered, Check, Next } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Milliseconds after which a caller may look again whether the tool is still paused. */
const askAgainMs = 60_000;

/** Refuses calls that an operator has paused; all calls, if the pauses cannot be read. */
export function pause({ pauses }: Runtime): Check<AuthorizedCall, AuthorizedCall> {
  return {
    name: "pause",
    run(call, next) {
      const recent = pauses.recent();
      return recent instanceof Promise
        ? recent.then((list) => checkPause(call, list, next))
        : checkPause(call, recent, next);
    },
  };
}

function checkPause<Answer>(
  call: AuthorizedCall,
  list: PauseList,
  next: Next<AuthorizedCall, Answer>,
): Answered<Answer | Refusal> {
  const { principal, tool } = call;
  const stopped = pauseOf(list, { contract: tool.contract, principal });
  if (!stopped) return next(call);
  const message =
    "An operator has stopped this tool for now. Nothing has happened. Tell the user; do not look for a way around it.";
  return refuse(call, "paused", message, { scope: stopped.scope, retryAfterMs: askAgainMs });
}
