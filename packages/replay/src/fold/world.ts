import { isForPeople, type Manifest } from "@proviso/manifest";
import { createEnforcingServer, withoutResults } from "@proviso/server/gate";
import type { AuditSink, EnforcingServer, InvokeOptions, Outcome } from "@proviso/server/gate";
import {
  asksPerson,
  unknownTool,
  type Decision,
  type RecordedCall,
  type RecordedPause,
} from "../trail/recorded-call.ts";
import type { Assumption, Known } from "./known.ts";
import { recordedApprovals } from "./recorded-approvals.ts";
import { type CurrentCall, standIns } from "./stand-ins.ts";
import { type TracedStore, tracedStore } from "./traced-store.ts";

/** The stages over candidate contracts, with a clock and a store of their own. Nothing is called. */
export interface World {
  decide(call: RecordedCall, known: Known): Promise<Decided>;
  pause(pause: RecordedPause): Promise<void>;
  readonly store: TracedStore;
  close(): Promise<void>;
}

/** `ran`: the handler would have been called. */
export interface Decided {
  readonly decision: Decision;
  readonly ran: boolean;
  /** Whether something was assumed about this call. */
  readonly isAssumed: boolean;
}

export interface WorldOptions {
  readonly manifest: Manifest;
  readonly env: string;
  readonly hasInbox: boolean;
}

/** Longer than people take to answer. At most what Node.js takes as a timer. */
const longMs = 20 * 24 * 60 * 60_000;
const many = 1_000_000_000;

export function openWorld({ manifest, env, hasInbox }: WorldOptions, assumed: Assumption): World {
  let now = 0;
  let current: CurrentCall | undefined;
  const clock = { now: () => new Date(now) };
  const store = tracedStore(clock);
  const assume = (): boolean => {
    if (current) current.isAssumed = true;
    return assumed === "most";
  };
  const tools = manifest.tools.map(withoutResults);
  const forPeople = new Set(tools.filter(isForPeople).map(({ name }) => name));
  const server: EnforcingServer = createEnforcingServer({
    ...standIns(tools, { assume, current: () => current, advance: (time) => (now = Math.max(now, time)) }),
    manifest: { ...manifest, tools },
    store,
    audit: auditOf(() => current),
    clock,
    env,
    stateKeys: [new Uint8Array(32).fill(1)],
    auditReads: "outcome_even_if_private",
    approvalMs: longMs,
    attempts: { limit: many, perMs: 1000 },
    callsAtOnce: many,
    onFault: () => {},
    ...(hasInbox && {
      approvals: recordedApprovals(() => (current?.isAnswered ? current.call : undefined)),
    }),
  });

  const gateOf = ({ tool }: RecordedCall): Gate => (forPeople.has(tool) ? server.people : server);

  return {
    store,
    async decide(call, known) {
      const made = { call, known, isRepeated: false, ran: false, isAssumed: false, isAnswered: false };
      store.begin();
      current = made;
      now = call.at;
      let outcome = await invoke(made, gateOf(call));
      const isAsked = asks(outcome);
      const isKnown = known.isAskedAlike && (call.isApproved || call.was.kind === "asked");
      if (isAsked && (isKnown ? call.isApproved : assume())) {
        now = call.answeredAt;
        made.isAnswered = true;
        outcome = await invoke(made, gateOf(call), answerTo(outcome));
      }
      const { isAssumed, isRepeated, ran } = made;
      return { decision: decisionOf(outcome, isAsked, isRepeated), ran, isAssumed };
    },
    async pause({ at, scope, isPaused }) {
      now = at;
      await setPause(server.pauses, scope, isPaused);
    },
    close: () => server.close(),
  };
}

/** Keeps nothing but whether the call was answered by a stored outcome. */
function auditOf(current: () => CurrentCall | undefined): AuditSink {
  return {
    append: async ({ replayed }) => {
      const call = current();
      if (replayed && call) call.isRepeated = true;
    },
    close: async () => {},
  };
}

async function setPause(pauses: EnforcingServer["pauses"], scope: string, isPaused: boolean): Promise<void> {
  const by = { operator: "replay" };
  // A scope that candidate contracts do not have stops none of their calls.
  await (isPaused ? pauses.pause(scope, by) : pauses.resume(scope, by)).catch(() => {});
  // A read that began before the change would count for another second, in which thousands of calls are folded.
  await pauses.list();
}

type Gate = Pick<EnforcingServer, "invoke">;

function invoke(
  { call, known: { principal } }: CurrentCall,
  gate: Gate,
  answer: InvokeOptions = {},
): Promise<Outcome> {
  const { input, isDryRun, key, tool } = call;
  const given = { ...input, ...(isDryRun && { dryRun: true }) };
  return gate.invoke(tool, given, {
    canAsk: true,
    ...(principal && { principal }),
    ...(key !== undefined && { idempotencyKey: key }),
    ...answer,
  });
}

function asks(outcome: Outcome): boolean {
  return (
    outcome.kind === "input_required" || (outcome.kind === "refused" && asksPerson.has(outcome.failure.code))
  );
}

function answerTo(outcome: Outcome): InvokeOptions {
  if (outcome.kind !== "input_required") return {};
  const { phrase } = outcome.request;
  const content = phrase === undefined ? { confirm: true } : { phrase };
  return { answer: { state: outcome.state, action: "accept", content } };
}

function decisionOf(outcome: Outcome, isAsked: boolean, isRepeated: boolean): Decision {
  if (outcome.kind === "unknown_tool") return unknownTool;
  if (isRepeated) return { kind: "repeated" };
  if (outcome.kind === "planned") return { kind: "planned" };
  if (outcome.kind === "refused" && !asks(outcome)) return { kind: "refused", code: outcome.failure.code };
  return { kind: isAsked || asks(outcome) ? "asked" : "ran" };
}
