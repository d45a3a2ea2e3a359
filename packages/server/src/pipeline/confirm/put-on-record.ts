import { callSentence, sentenceText } from "@proviso/manifest/question";
import { endedBeforeUse } from "../../api/not-approved.ts";
import type { Outcome } from "../../api/outcome.ts";
import { inTime } from "../../api/within.ts";
import type { PlannedCall } from "../call/call.ts";
import { notApproved, refuse } from "../call/refuse.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Records the approval before the handler runs. */
export async function putOnRecord(
  call: PlannedCall,
  used: { readonly request: string; readonly askedAt: string; readonly via?: string; readonly set?: string },
  runtime: Runtime,
): Promise<Outcome | undefined> {
  const { edited, fingerprint, planned, tool } = call;
  const { isWhole, value: input } = tool.redactInput(call.input);
  const isOnRecord = await runtime.record(call, "approval", () => ({
    // The intent holds the arguments that the caller sent.
    ...(edited && { input, edited: edited.edits.map(({ field }) => field) }),
    summary: sentenceText(callSentence(tool.contract, call.input)),
    ...used,
    ...(isWhole && { fingerprint }),
    ...(isWhole && planned && { planHash: planned.hash }),
  }));
  if (isOnRecord) return checkUse(call, used.request, runtime);
  return refuse(call, "server_unavailable", "The approval could not be recorded: audit unavailable.");
}

/**
 * Refuses a call if the audit trail says that its answer was used by another call, or was a no: somebody can write
 * the store without our keys, and restore an earlier state. Checked after the use is recorded, so that of two calls at once neither
 * misses the other.
 */
async function checkUse(
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
  return notApproved(call, endedBeforeUse);
}
