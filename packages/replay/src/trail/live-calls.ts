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

/** Puts calls together while their records are written. */
export interface LiveCalls {
  /** Returns what is complete by this record, in its order. A question is complete once it is answered, or an hour later. */
  add(record: KeptRecord): readonly (RecordedCall | RecordedPause)[];
}

type Group = readonly [Draft, ...Draft[]];

const unansweredMs = 60 * 60_000;
/** Bounds each of callers, calls that have not ended, and questions. */
const maxKept = 100_000;

export function liveCalls(): LiveCalls {
  const drafts = new Map<string, Draft>();
  // In the order of their last records.
  const questions = new Map<string, Group>();
  const callers = new Map<string, CallerFacts>();
  let order = 0;

  function unanswered(now: number): RecordedCall[] {
    const ended: RecordedCall[] = [];
    for (const [question, group] of questions) {
      const isOver = questions.size > maxKept || now - Date.parse(group[0].first.time) >= unansweredMs;
      if (!isOver) break;
      questions.delete(question);
      ended.push(callOf(group, callers));
    }
    return ended;
  }

  return {
    add(record) {
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
      const ended = unanswered(Date.parse(record.time));
      const question = questionOf(draft);
      const asked = question === undefined ? undefined : questions.get(question);
      const group: Group = asked ? [...asked, draft] : [draft];
      const isOpen = outcome === "input_required" || failure === "approval_pending";
      if (question !== undefined) questions.delete(question);
      if (question === undefined || !isOpen) return [...ended, callOf(group, callers)];
      questions.set(question, group);
      return ended;
    },
  };
}

/** Keeps the newest. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxKept && oldest !== undefined) map.delete(oldest);
}
