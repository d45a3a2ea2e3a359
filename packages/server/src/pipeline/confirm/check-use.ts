import type { Outcome } from "../../api/outcome.ts";
import { inTime } from "../../api/within.ts";
import type { PlannedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { endedBeforeUse } from "./unconfirmed.ts";

/**
 * Refuses a call if the audit trail says that its answer was used by another call, or was a no: somebody can write
 * the store without our keys, and restore an earlier state. Checked after the use is recorded, so that of two calls at once neither
 * misses the other.
 */
export async function checkUse(
  call: PlannedCall,
  request: string,
  { audit, decisionMs, onFault }: Pick<Runtime, "audit" | "decisionMs" | "onFault">,
): Promise<Outcome | undefined> {
  if (!audit.endsOf) return undefined;
  try {
    const ends = await inTime(decisionMs, audit.endsOf(request));
    if (ends.every((callId) => callId === call.id)) return undefined;
  } catch (error) {
    onFault(error, call.tool.contract.name);
    return refuse(call, "server_unavailable", "Whether the approval was used before could not be read.");
  }
  const problem =
    "an approval that had ended was in the store again: somebody writes the database, or an old copy was put back";
  onFault(new Error(problem), call.tool.contract.name);
  return endedBeforeUse(call);
}
