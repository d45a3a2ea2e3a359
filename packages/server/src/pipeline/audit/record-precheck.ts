import type { Refusal, Resolution } from "../../api/outcome.ts";
import type { Call } from "../call/call.ts";
import type { Next } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { describeInput, describeOutcome, unavailable } from "./audit.ts";

/**
 * Records a question about a call that would be refused: a client that asks first does not make
 * such a call, and the attempt would be unknown. Other answers are followed by the call.
 */
export function recordPrecheck(
  { clock, record, valueSeal }: Runtime,
  next: Next<Call, Resolution | Refusal>,
): Next<Call, Resolution | Refusal> {
  return async (call) => {
    const answer = await next(call);
    const refusal = refusalIn(answer);
    if (!refusal) return answer;
    const isOnRecord = await record(call, "precheck", () => ({
      ...describeInput(call, clock, valueSeal),
      ...describeOutcome(refusal, call.history),
    }));
    return isOnRecord ? answer : unavailable(call);
  };
}

function refusalIn(answer: Resolution | Refusal): Refusal | undefined {
  if (answer.kind !== "resolved") return answer;
  return answer.refusal && { kind: "refused", tool: answer.tool, failure: answer.refusal };
}
