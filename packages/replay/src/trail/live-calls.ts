import type { CallerFacts } from "@proviso/server/gate";
import {
  addRecord,
  callOf,
  isCallerFacts,
  pauseIn,
  questionOf,
  type Draft,
  type KeptRecord,
} from "./read-calls.ts";
import type { RecordedCall, RecordedPause } from "./recorded-call.ts";

type Group = readonly [Draft, ...Draft[]];

/** Bounds each of callers, calls that have not ended, and questions. */
const maxKept = 100_000;

/** Puts calls together while their records are written: returns what a record completes. A question is complete once it is answered. */
export function liveCalls(): (record: KeptRecord) => readonly (RecordedCall | RecordedPause)[] {
  const drafts = new Map<string, Draft>();
  const questions = new Map<string, Group>();
  const callers = new Map<string, CallerFacts>();
  let order = 0;
  return (record) => {
    order += 1;
    const { caller, callerFacts, callId, failure, kind, outcome } = record;
    if (caller !== undefined && isCallerFacts(callerFacts)) keep(callers, caller, callerFacts);
    if (kind === "decision") return pauseIn(record, order);
    // A settlement comes after its call was judged.
    if (kind !== "settlement") addRecord(drafts, record, order);
    const draft = drafts.get(callId);
    if (!draft) return [];
    keep(drafts, callId, draft);
    if (kind !== "outcome") return [];
    drafts.delete(callId);
    const question = questionOf(draft) ?? "";
    const asked = questions.get(question);
    const group: Group = asked ? [...asked, draft] : [draft];
    questions.delete(question);
    const isOpen = outcome === "input_required" || failure === "approval_pending";
    if (question === "" || !isOpen) return [callOf(group, callers)];
    keep(questions, question, group);
    return [];
  };
}

/** Keeps the newest. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxKept && oldest !== undefined) map.delete(oldest);
}
