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

/** Calls that have ended, put together from records as they are written. */
export interface LiveCalls {
  learn(caller: string, facts: CallerFacts): void;
  /** Returns what is complete by this record, in its order. A question is complete once it is answered, or an hour later. */
  add(record: KeptRecord): readonly (RecordedCall | RecordedPause)[];
}

type Group = [Draft, ...Draft[]];

const unansweredMs = 60 * 60_000;
/** Bounds what is remembered of calls that do not end, and of callers. */
const maxOpen = 10_000;
const maxCallers = 100_000;

export function liveCalls(): LiveCalls {
  const drafts = new Map<string, Draft>();
  const questions = new Map<string, Group>();
  const callers = new Map<string, CallerFacts>();
  let order = 0;

  function learn(caller: string, facts: CallerFacts): void {
    callers.set(caller, facts);
    dropOldest(callers, maxCallers);
  }

  /** The questions that nobody has answered, oldest first. */
  function overdue(now: number): readonly RecordedCall[] {
    const ended: RecordedCall[] = [];
    for (const [question, group] of questions) {
      const [{ first }] = group.slice(-1) as Group;
      if (questions.size <= maxOpen && now - Date.parse(first.time) < unansweredMs) break;
      questions.delete(question);
      ended.push(callOf(group, callers));
    }
    return ended;
  }

  return {
    learn,
    add(record) {
      order += 1;
      const { caller, callerFacts, callId, kind } = record;
      if (caller !== undefined && isCallerFacts(callerFacts)) learn(caller, callerFacts);
      if (kind === "decision") return pauseIn(record, order);
      // A settlement comes after its call was judged.
      if (kind === "settlement") return [];
      addRecord(drafts, record, order);
      const draft = drafts.get(callId);
      if (kind !== "outcome" || !draft) {
        dropOldest(drafts, maxOpen);
        return [];
      }
      drafts.delete(callId);
      const ended = overdue(Date.parse(record.time));
      const question = questionOf(draft);
      const asked = question === undefined ? undefined : questions.get(question);
      const group: Group = asked ? [...asked, draft] : [draft];
      if (question === undefined) return [...ended, callOf(group, callers)];
      // Put in again at the end, because the map is in the order of the last records.
      questions.delete(question);
      if (!isOpen(record)) return [...ended, callOf(group, callers)];
      questions.set(question, group);
      return ended;
    },
  };
}

/** Whether the person may still answer. */
function isOpen({ failure, outcome }: KeptRecord): boolean {
  return outcome === "input_required" || failure === "approval_pending";
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
