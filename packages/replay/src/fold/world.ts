import type { Manifest, ToolContract } from "@proviso/manifest";
import { createEnforcingServer, ToolFailure } from "@proviso/server/gate";
import type {
  AuditSink,
  EnforcingServer,
  HandlerTable,
  InvokeOptions,
  Outcome,
  Principal,
} from "@proviso/server/gate";
import {
  asksPerson,
  isOfHandler,
  unknownTool,
  type Decision,
  type RecordedCall,
  type RecordedPause,
} from "../trail/recorded-call.ts";
import { recordedApprovals } from "./recorded-approvals.ts";
import { type TracedStore, tracedStore } from "./traced-store.ts";

/**
 * How a world answers what the trail does not tell: `most` lets a call go as far as it can (the person says yes, the policy allows,
 * the handler completes), `least` stops it. A verdict that is the same in both depends on nothing unknown.
 */
export type Assumption = "most" | "least";

/** What is known of a call beside its records. */
export interface Known {
  readonly principal?: Principal;
  /** Whether policies, requirements and the handler's plan decided about the call then, and so decide the same now. */
  readonly policies: "allow" | "deny" | "unknown";
  readonly requirement: (name: string) => "met" | "unmet" | "unknown";
  readonly plan: "made" | "stale" | "unknown" | { readonly failed: string };
  readonly isVisible: boolean | "unknown";
}

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

interface CurrentCall {
  readonly call: RecordedCall;
  readonly known: Known;
  isRepeated: boolean;
  ran: boolean;
  isAssumed: boolean;
  /** Set while the call is made with the person's yes. */
  isAnswered: boolean;
}

/** Longer than people take to answer. At most what Node.js takes as a timer. */
const longMs = 20 * 24 * 60 * 60_000;
const many = 1_000_000_000;

export function openWorld({ manifest, env, hasInbox }: WorldOptions, assumed: Assumption): World {
  const isMost = assumed === "most";
  let now = 0;
  let current: CurrentCall | undefined;
  const clock = { now: () => new Date(now) };
  const known = (): Known | undefined => current?.known;
  /** Whether something is so: as known, or else as this world assumes. */
  const isSo = (answer: string | boolean | undefined, yes: string | boolean): boolean =>
    answer === "unknown" || answer === undefined ? assume() : answer === yes;
  const assume = (): boolean => {
    if (current) current.isAssumed = true;
    return isMost;
  };
  const store = tracedStore(clock);

  const audit: AuditSink = {
    append: async ({ replayed }) => {
      if (replayed && current) current.isRepeated = true;
    },
    close: async () => {},
  };

  const tools = manifest.tools.map(withoutResults);
  const forPeople = new Set(tools.filter(isForPeople).map(({ name }) => name));
  const server: EnforcingServer = createEnforcingServer({
    manifest: { ...manifest, tools },
    handlers: deniedHandlers(({ riskLevel }) => riskLevel !== "forbidden"),
    people: deniedHandlers(isForPeople),
    store,
    audit,
    clock,
    env,
    stateKeys: [new Uint8Array(32).fill(1)],
    auditReads: "outcome_even_if_private",
    approvalMs: longMs,
    attempts: { limit: many, perMs: 1000 },
    callsAtOnce: many,
    policies: {
      "*": () => (isSo(known()?.policies, "allow") ? { effect: "allow" } : { effect: "deny" }),
    },
    requirements: Object.fromEntries(
      tools.flatMap(({ requirements }) =>
        requirements.map((name) => [name, () => isSo(known()?.requirement(name), "met")]),
      ),
    ),
    visible: () => isSo(known()?.isVisible, true),
    onFault: () => {},
    ...(hasInbox && {
      approvals: recordedApprovals(() => (current?.isAnswered ? current.call : undefined)),
    }),
  });

  /** In place of every handler: ends as the recorded call ended. It has no effect that it could have. */
  function end(failures: readonly string[]): object {
    const { call } = current ?? {};
    if (current) current.ran = true;
    now = Math.max(now, call?.ended === undefined ? 0 : call.endedAt);
    const [failure] = failures;
    const ended = call?.ended ?? (assume() || failure === undefined ? "completed" : failure);
    if (ended === "completed") return {};
    throw isOfHandler(ended) ? new ToolFailure(ended) : new Error(ended);
  }

  function plan(): object {
    const made = known()?.plan ?? "unknown";
    if (typeof made === "object") throw new ToolFailure(made.failed);
    if (made === "stale") return { targets: current?.call.id };
    if (isSo(made, "made")) return { targets: "as recorded" };
    throw new Error("unknown");
  }

  function deniedHandlers(isServed: (tool: ToolContract) => boolean): HandlerTable<unknown> {
    return Object.fromEntries(
      tools.filter(isServed).map(({ name, failureModes }) => {
        const declared = failureModes.filter(({ implied }) => !implied).map(({ code }) => code);
        return [name, { plan, execute: () => end(declared) }];
      }),
    ) as HandlerTable<unknown>;
  }

  async function invoke({ call, known: { principal } }: CurrentCall, more: InvokeOptions): Promise<Outcome> {
    const input = { ...call.input, ...(call.isDryRun && { dryRun: true }) };
    const { key } = call;
    const gate = forPeople.has(call.tool) ? server.people : server;
    return gate.invoke(call.tool, input, {
      canAsk: true,
      ...(principal && { principal }),
      ...(key !== undefined && { idempotencyKey: key }),
      ...more,
    });
  }

  return {
    async decide(call, given) {
      const made: CurrentCall = {
        call,
        known: given,
        isRepeated: false,
        ran: false,
        isAssumed: false,
        isAnswered: false,
      };
      store.begin();
      current = made;
      now = call.at;
      let outcome = await invoke(made, {});
      const isAsked = asks(outcome);
      if (isAsked && (call.isApproved || (call.was.kind !== "asked" && assume()))) {
        now = call.answeredAt;
        made.isAnswered = true;
        outcome = await invoke(made, answerTo(outcome));
      }
      return {
        decision: decisionOf(outcome, isAsked, made.isRepeated),
        ran: made.ran,
        isAssumed: made.isAssumed,
      };
    },
    async pause({ at, scope, isPaused }) {
      now = at;
      const by = { operator: "replay" };
      // A scope that candidate contracts do not have stops none of their calls.
      await (isPaused ? server.pauses.pause(scope, by) : server.pauses.resume(scope, by)).catch(() => {});
      // A read that began before the change would count for another second, in which thousands of calls are folded.
      await server.pauses.list();
    },
    store,
    close: () => server.close(),
  };
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

/** Whether only people call the tool, in the product: agents do not find it. */
export function isForPeople({ people, riskLevel }: ToolContract): boolean {
  return riskLevel === "forbidden" && people === "allowed";
}

const anyObject = { type: "object" } as const;

/** A contract without what is said of results, which are in no trail. It decides the same. */
function withoutResults({
  reconcile: _reader,
  result: _content,
  dryRun,
  ...contract
}: ToolContract): ToolContract {
  return {
    ...contract,
    outputSchema: anyObject,
    ...(dryRun && { dryRun: { ...dryRun, preview: anyObject } }),
  };
}
