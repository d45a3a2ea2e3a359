import { isObject, type JsonObject } from "@proviso/manifest";
import type { CallerFacts } from "@proviso/server/gate";
import { type AuditRecord, type AuditTrail, readEvent } from "@proviso/trail";
import {
  asksPerson,
  type Decision,
  type Doubt,
  type RecordedCall,
  type RecordedPause,
  unknownTool,
} from "./recorded-call.ts";

/** What a trail tells, in the order of its times. */
export interface RecordedPast {
  readonly calls: readonly RecordedCall[];
  readonly pauses: readonly RecordedPause[];
  /** Whether people approved calls outside of the client that made them. */
  readonly hasInbox: boolean;
}

/** The records of one call. */
export interface Draft {
  readonly first: KeptRecord;
  readonly order: number;
  approval?: KeptRecord;
  outcome?: KeptRecord;
  settlement?: KeptRecord;
  hasIntent: boolean;
  isTwice: boolean;
}

/** Reads a trail whole, because writers are stored one after the other. Records of other kinds are left out. */
export async function readCalls(trail: Pick<AuditTrail, "events">): Promise<RecordedPast> {
  const drafts = new Map<string, Draft>();
  const callers = new Map<string, CallerFacts>();
  const pauses: RecordedPause[] = [];
  let order = 0;
  for await (const event of trail.events()) {
    const record = readEvent(event);
    if (!record || !Number.isFinite(Date.parse(record.time))) continue;
    order += 1;
    const { caller, callerFacts } = record;
    if (caller !== undefined && isCallerFacts(callerFacts)) callers.set(caller, callerFacts);
    if (record.kind === "decision") pauses.push(...pauseIn(record, order));
    else addRecord(drafts, keptOf(record), order);
  }
  const groups = grouped(
    [...drafts.values()].toSorted((one, other) => timeOf(one.first) - timeOf(other.first)),
  );
  const calls = groups.map((group) => callOf(group, callers));
  return {
    calls,
    pauses: pauses.toSorted((one, other) => one.at - other.at),
    hasInbox: groups.flat().some(isOfInbox),
  };
}

/** A record without what no call needs, because all calls are in memory at once. */
function keptOf(record: AuditRecord): KeptRecord {
  const { hash: _h, previousHash: _p, writer: _w, sequence: _s, event: _e, summary: _t, ...kept } = record;
  return kept;
}

/** A record without what no call needs, also before it is chained. */
export type KeptRecord = Omit<AuditRecord, "hash" | "previousHash" | "writer" | "sequence" | "summary">;

const kinds: ReadonlySet<string> = new Set(["intent", "approval", "outcome", "settlement"]);

/** Adds a record to its call. Records of other kinds are left out. */
export function addRecord(drafts: Map<string, Draft>, record: KeptRecord, order: number): void {
  const { callId, kind } = record;
  // Nobody said yes to a call that ran by an exception of its contract.
  if (!kinds.has(kind) || record.via === "exception") return;
  const draft: Draft = drafts.get(callId) ?? { first: record, order, hasIntent: false, isTwice: false };
  drafts.set(callId, draft);
  const isTwice =
    record.tool !== draft.first.tool ||
    record.principal?.id !== draft.first.principal?.id ||
    (kind === "intent" && draft.hasIntent) ||
    (kind === "outcome" && draft.outcome !== undefined);
  if (isTwice) draft.isTwice = true;
  else if (kind === "intent") draft.hasIntent = true;
  else Object.assign(draft, { [kind]: record });
}

function timeOf({ time }: KeptRecord): number {
  return Date.parse(time);
}

export function isCallerFacts(value: unknown): value is CallerFacts {
  const permissions = isObject(value) ? value["permissions"] : undefined;
  return Array.isArray(permissions) && permissions.every((each) => typeof each === "string");
}

export function pauseIn(
  { decision, event, time, tool }: KeptRecord,
  order: number,
): readonly RecordedPause[] {
  const isPause = event === "proviso.pause" && (decision === "paused" || decision === "resumed");
  return isPause ? [{ at: Date.parse(time), order, scope: tool, isPaused: decision === "paused" }] : [];
}

/** Puts together the call that asked a person and those with the same question. */
function grouped(drafts: readonly Draft[]): readonly (readonly [Draft, ...Draft[]])[] {
  const groups: [Draft, ...Draft[]][] = [];
  const byQuestion = new Map<string, [Draft, ...Draft[]]>();
  for (const draft of drafts) {
    const question = questionOf(draft);
    const group = question === undefined ? undefined : byQuestion.get(question);
    if (group) group.push(draft);
    else {
      const opened: [Draft, ...Draft[]] = [draft];
      groups.push(opened);
      if (question !== undefined) byQuestion.set(question, opened);
    }
  }
  return groups;
}

/** Names the question that a call has put or answered. */
export function questionOf({ approval, first, outcome }: Draft): string | undefined {
  const request = outcome?.request ?? approval?.request;
  return request && JSON.stringify([request, first.tool, first.principal ?? null, first.input ?? null]);
}

function isOfInbox({ approval, outcome }: Draft): boolean {
  return approval?.approvers !== undefined || outcome?.failure === "approval_pending";
}

/** Puts the records of a question and its answers together. */
export function callOf(
  group: readonly [Draft, ...Draft[]],
  callers: ReadonlyMap<string, CallerFacts>,
): RecordedCall {
  const [{ first, order }] = group;
  const last = group.at(-1) ?? group[0];
  const approved = group.find(({ approval }) => approval !== undefined);
  const { callId: id, caller, contractHash, expiresAt, input, key, principal, tool } = first;
  const facts = caller === undefined ? undefined : callers.get(caller);
  const doubt = doubtOf(group, last);
  const ended = endOf(last);
  const narrowed = approved?.approval?.edited === undefined ? undefined : approved.approval.input;
  const at = timeOf(first);
  return {
    id,
    tool,
    at,
    order,
    answeredAt: timeOf((approved ?? last).first),
    endedAt: Math.max(at, timeOf(last.settlement ?? last.outcome ?? last.first)),
    ...(principal && { principal }),
    ...(facts && { caller: facts }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(isObject(input) && { input: withSecrets(input, first.secrets) }),
    isWhole: first.fingerprint !== undefined,
    ...(contractHash !== undefined && { contractHash }),
    ...(key !== undefined && { key }),
    isDryRun: first.dryRun === true || last.outcome?.outcome === "planned",
    ...(caller !== undefined && { hasPolicies: first.policies === true }),
    was: decisionOf(group, last),
    isApproved: approved !== undefined,
    ...(isObject(narrowed) && { narrowed }),
    ...(ended !== undefined && { ended }),
    ...(doubt && { doubt }),
  };
}

/** Failures that end a call before it ran and that depend on time and load alone. */
const transient: ReadonlySet<string> = new Set([
  "in_progress",
  "server_unavailable",
  "internal_error",
  "timeout",
]);

function doubtOf(group: readonly Draft[], { first, hasIntent, outcome }: Draft): Doubt | undefined {
  if (group.some(({ isTwice }) => isTwice)) return "record";
  if (!outcome) return "unfinished";
  if (outcome.continues !== undefined) return "continued";
  if (outcome.outcome !== "refused") return undefined;
  // The limit of attempts: recorded before the call has an intent.
  const isAtEntrance = outcome.failure === "rate_limit_exceeded" && !hasIntent && first.input === undefined;
  return isAtEntrance || transient.has(outcome.failure ?? "") ? "server" : undefined;
}

function decisionOf(group: readonly Draft[], { outcome }: Draft): Decision {
  const { failure: code = "", outcome: kind, replayed } = outcome ?? {};
  if (replayed) return { kind: "repeated" };
  if (kind === "unknown_tool") return unknownTool;
  if (kind === "planned") return { kind: "planned" };
  if (kind === "refused" && !asksPerson.has(code)) return { kind: "refused", code };
  const isAsked = group.some(({ approval, outcome: each }) => approval || wasAsked(each));
  return { kind: isAsked ? "asked" : "ran" };
}

function wasAsked(outcome: KeptRecord | undefined): boolean {
  return outcome?.outcome === "input_required" || asksPerson.has(outcome?.failure ?? "");
}

function endOf({ outcome, settlement }: Draft): string | undefined {
  const known = settlement ?? outcome;
  if (!known || outcome?.replayed) return undefined;
  if (known.outcome === "completed") return "completed";
  return known.outcome === "failed" ? (known.failure ?? "internal_error") : undefined;
}

/** Puts a digest in the place of each secret text, so that equal secrets are equal. */
function withSecrets(input: JsonObject, secrets: AuditRecord["secrets"]): JsonObject {
  if (!isObject(secrets)) return input;
  const known = Object.entries(secrets).filter(([name]) => Object.hasOwn(input, name));
  return { ...input, ...Object.fromEntries(known) };
}
