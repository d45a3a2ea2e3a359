import { metaKeys, wireName } from "@proviso/manifest";
import type { Failure, JsonObject, Plan, ToolContract } from "@proviso/manifest";
import { noAnswer, readAnswer, unknownTool } from "./answer.ts";
import type { CatalogEntry } from "./catalog.ts";
import { pinnedTool } from "./catalog.ts";
import type { CatalogKeeper } from "./catalog-keeper.ts";
import { createCatalogKeeper } from "./catalog-keeper.ts";
import type { AskListener, CallRequest, ConfirmationDesk, ConfirmRequest, PendingCall } from "./confirm.ts";
import { createConfirmationDesk, phraseFor } from "./confirm.ts";
import type { McpConnection, WireCall, WireCallOptions } from "./connection.ts";
import { decide } from "./decide.ts";
import { canonicalCopy, fingerprint } from "./fingerprint.ts";
import type { Activity, CallOptions, CreateGuardOptions, Pins, Policies, Review } from "./options.ts";
import type { Drift } from "./pinning/drift.ts";
import { isSameFace } from "./pinning/face.ts";
import { callBudget } from "./policies/call-budget.ts";
import { followAgents } from "./policies/follow-agents.ts";
import { logOpenWorld } from "./policies/log-open-world.ts";
import { retryIdempotent } from "./policies/retry-idempotent.ts";
import type { Decision, Reason } from "./policy.ts";
import { explainReason, settle } from "./policy.ts";
import { refine } from "./refine.ts";
import { unmetRequirements } from "./requirements.ts";
import type { FailedResult, PlainResult, Result } from "./result.ts";
import { failed } from "./result.ts";
import { withRetry } from "./retry.ts";
import type { Session } from "./session.ts";
import { createSession } from "./session.ts";
import type { ToolSet } from "./tool-set.ts";
import { createToolSet } from "./tool-set.ts";

/** Stands between an agent and an MCP server: runs, asks a person, or refuses. Never rejects: see `Result`. */
export interface Guard {
  call<Output = JsonObject, F extends Failure = Failure>(
    name: string,
    input: object,
    options?: CallOptions,
  ): Promise<Result<Output, F>>;
  /** The dry run: what the call would do, with nothing done. */
  plan<Preview = JsonObject, F extends Failure = Failure>(
    name: string,
    input: object,
    options?: CallOptions,
  ): Promise<Result<Preview & Plan, F>>;
  /** What the call would meet now: nothing is called, nobody is asked. */
  review(name: string, input: object): Promise<Review>;
  /** The pinned tools. */
  readonly tools: ToolSet;
  /** Asks the server what it lists now. Rejects when it cannot be asked. */
  inspect(): Promise<Inspection>;
  /** A person has looked at exactly this changed face (`Drift.hash`). It still asks, and is no longer blocked. */
  acknowledge(hash: string): void;
}

export interface Inspection {
  readonly tools: ToolSet;
  /** How that differs from what is known. */
  readonly drift: readonly Drift[];
  /** To be given to the next session's guard. A tool that drifted is in it as it was, until acknowledged. */
  readonly pins: Pins;
}

interface Parts {
  readonly connection: McpConnection;
  readonly options: CreateGuardOptions;
  readonly policies: Policies;
  readonly session: Session;
  readonly desk: ConfirmationDesk;
  readonly catalog: CatalogKeeper;
  readonly tell: (activity: Activity) => void;
}

/** One call on its way. */
interface OpenCall extends PendingCall {
  readonly entry: CatalogEntry;
  readonly contract: ToolContract | undefined;
  readonly options: CallOptions;
  readonly dryRun: boolean;
}

/** Milliseconds for a person to answer a question that the server puts during a call. */
const answerMs = 600_000;
/** Milliseconds beyond a tool's own time-out for its answer to arrive. */
const transitMs = 10_000;
/** Milliseconds for a tool without a contract, as in the SDK. */
const defaultTimeoutMs = 60_000;

/** What a guard does unless its host says otherwise. */
export const defaultPolicies: Policies = {
  decide,
  retry: retryIdempotent,
  logApart: logOpenWorld,
  follow: followAgents,
};

export function createGuard(connection: McpConnection, options: CreateGuardOptions = {}): Guard {
  const session = createSession();
  const tell: Parts["tell"] = (activity) => options.onActivity?.(activity);
  const explain = (reason: Reason) => explainReason(reason, session.facts());
  const desk = createConfirmationDesk(options.confirm, explain, listenFor(tell));
  connection.onElicitation(desk.answer);
  const parts: Parts = {
    connection,
    options,
    policies: { ...defaultPolicies, ...options.policies },
    session,
    desk,
    catalog: createCatalogKeeper(connection, options),
    tell,
  };
  const run = async (name: string, input: object, isPlan: boolean, callOptions: CallOptions = {}) => {
    const result = await runCall(parts, name, input, isPlan, callOptions);
    if (isUnsent(result)) tell({ tool: name, kind: "refused", failure: result.failure });
    else tell({ tool: name, kind: "completed", result });
    return result;
  };
  const { manifest } = options;
  // The generated code gives the types; the server checked the output and the connection checked it again.
  return {
    call: (name, input, callOptions) => run(name, input, false, callOptions) as Promise<never>,
    plan: (name, input, callOptions) => run(name, input, true, callOptions) as Promise<never>,
    review: (name, input) => review(parts, name, input),
    tools: createToolSet(
      (manifest?.tools ?? []).map((tool) =>
        pinnedTool(tool, wireName(tool.name, manifest?.wireNames ?? "dotted")),
      ),
    ),
    async inspect() {
      const { entries, drift } = await parts.catalog.refresh();
      const tools = createToolSet([...entries.values()].map(({ tool }) => tool));
      return { tools, drift, pins: parts.catalog.pins() };
    },
    acknowledge: (hash) => parts.catalog.acknowledge(hash),
  };
}

function about(request: ConfirmRequest): Pick<Activity, "tool"> {
  return request.kind === "call" ? { tool: request.tool } : {};
}

function listenFor(tell: Parts["tell"]): AskListener {
  return {
    asked: (request) => tell({ ...about(request), kind: "asked", request }),
    answered: (request, approved) => tell({ ...about(request), kind: "answered", approved }),
  };
}

function isUnsent(result: PlainResult): result is FailedResult {
  const unsent = ["refused_by_guard", "declined_by_person", "unknown_tool"];
  return !result.ok && unsent.includes(result.failure.code);
}

/** Look up, decide, plan, ask, send. */
async function runCall(
  parts: Parts,
  name: string,
  input: object,
  isPlan: boolean,
  options: CallOptions,
): Promise<PlainResult> {
  const call = await lookUp(parts, name, input, isPlan, options);
  if ("ok" in call) return call;
  if (isPlan && !call.dryRun) return failed("refused_by_guard", `\`${name}\` offers no dry run.`);
  const unmet = unmetRequirements(call.entry.tool.requirements, parts.options.requirements ?? {});
  const decision = decideOn(parts, call, unmet);
  parts.tell({ tool: name, kind: "decided", decision });
  if (decision.kind === "refuse" || (decision.kind === "ask" && !parts.desk.canAsk(call)))
    return refused(parts, decision, unmet);
  parts.desk.open(call);
  try {
    return await (call.dryRun ? send(parts, call) : planAskSend(parts, call, decision));
  } finally {
    parts.desk.close(call);
  }
}

async function lookUp(
  parts: Parts,
  name: string,
  input: object,
  isPlan: boolean,
  options: CallOptions,
): Promise<OpenCall | FailedResult> {
  const catalog = await parts.catalog.current().catch(() => undefined);
  if (!catalog)
    return failed("transport_error", "The server could not be asked for its tools.", { retry: "after" });
  const entry = catalog.entries.get(name);
  return entry ? openCall(parts, entry, input, isPlan, options) : unknownTool(name);
}

function decideOn(parts: Parts, call: OpenCall, unmet: readonly string[]): Decision {
  const { standing } = call.entry;
  const facts = { dryRun: call.dryRun, unmetRequirements: unmet };
  return (
    settle(standing, facts) ??
    budgetRefusal(parts, call) ??
    parts.policies.decide(standing, facts, parts.session.facts(), call.request.env)
  );
}

async function review(parts: Parts, name: string, input: object): Promise<Review> {
  const call = await lookUp(parts, name, input, false, {});
  if ("ok" in call) return { kind: "refuse", reasons: [], explanations: [call.failure.message] };
  const unmet = unmetRequirements(call.entry.tool.requirements, parts.options.requirements ?? {});
  const decision = decideOn(parts, call, unmet);
  const explanations = decision.reasons.map((reason) => explainReason(reason, parts.session.facts()));
  const { phrase } = call.request;
  return { ...decision, explanations, ...(phrase === undefined ? {} : { phrase }) };
}

async function openCall(
  parts: Parts,
  listed: CatalogEntry,
  input: object,
  isPlan: boolean,
  options: CallOptions,
): Promise<OpenCall> {
  const copy = canonicalCopy(input);
  // `dryRun` is ours where there is a dry run: it is no part of what is approved.
  const { dryRun, ...declared } = copy;
  const args = "dryRun" in listed.standing ? declared : copy;
  const entry = { ...listed, standing: await refine(listed.standing, args) };
  const contract = "kind" in entry.standing ? undefined : entry.standing;
  const print = await fingerprint(args);
  const riskLevel = contract?.riskLevel ?? "unclassified";
  const { name, title, description } = entry.tool;
  const phrase = phraseFor(name, riskLevel, print);
  return {
    entry,
    contract,
    options,
    confirm: options.confirm,
    dryRun: contract?.dryRun !== undefined && (isPlan || dryRun === true),
    fingerprint: print,
    contractHash: entry.contractHash,
    request: {
      kind: "call",
      tool: name,
      title,
      description,
      riskLevel,
      env: parts.options.env ?? "live",
      input: args,
      ...(contract ? effectsOf(contract) : {}),
      ...(phrase === undefined ? {} : { phrase }),
    },
  };
}

function effectsOf({ sideEffects }: ToolContract): Pick<CallRequest, "effects" | "irreversible"> {
  const irreversible = sideEffects.filter((effect) => !effect.reversible).map((effect) => effect.description);
  return { effects: sideEffects, irreversible };
}

function budgetRefusal(
  { options, session }: Parts,
  { entry, dryRun, request }: OpenCall,
): Decision | undefined {
  const facts = { dryRun, unmetRequirements: [] };
  const decision = callBudget(options.budget ?? {})(entry.standing, facts, session.facts(), request.env);
  return decision.kind === "refuse" ? decision : undefined;
}

function refused({ session }: Parts, decision: Decision, unmet: readonly string[]): PlainResult {
  const facts = session.facts();
  const why = decision.reasons.map((reason) => explainReason(reason, facts)).join(" ");
  const needsPerson =
    decision.kind === "ask" ? " A person must approve it, and nobody can be asked here." : "";
  const details = { reasons: decision.reasons, ...(unmet.length > 0 ? { unmet } : {}) };
  return failed("refused_by_guard", `${why}${needsPerson}`, { details });
}

/** Seed 001: "Only after reviewing the dry run result and explicit confirmation by the user does the real call happen". */
async function planAskSend(parts: Parts, call: OpenCall, decision: Decision): Promise<PlainResult> {
  const asks = decision.kind === "ask";
  const wantsPlan = call.contract?.dryRun && (asks || call.contract.dryRun.mode === "required");
  const planned = wantsPlan ? await send(parts, { ...call, dryRun: true }) : undefined;
  if (planned && !planned.ok) return planned;
  const plan = planned?.value as Plan | undefined;
  const tool = call.request.tool;
  if (plan) parts.tell({ tool, kind: "planned", plan });
  if (asks) {
    const approved = await parts.desk.approve(call, decision.reasons, plan);
    if (!approved) return failed("declined_by_person", "The person declined. Nothing was done.");
  }
  if (call.options.signal?.aborted)
    return failed("refused_by_guard", "The call was cancelled before it was sent.");
  if (asks && !(await isUnchanged(parts, call)))
    return refused(parts, { kind: "refuse", reasons: ["drifted"] }, []);
  // Again: while the person was thinking, other calls may have spent what was left.
  const spent = budgetRefusal(parts, call);
  if (spent) return refused(parts, spent, []);
  parts.session.count(call.request.riskLevel);
  return send(parts, call);
}

/** Whether the tool that a person approved is still the tool that will be called. */
async function isUnchanged({ catalog }: Parts, { entry }: OpenCall): Promise<boolean> {
  const { entries } = await catalog.current().catch(() => ({ entries: new Map<string, CatalogEntry>() }));
  const now = entries.get(entry.tool.name)?.face;
  return now === entry.face || (now !== undefined && entry.face !== undefined && isSameFace(now, entry.face));
}

/** Sends, again where that is safe, always under the same key. */
async function send(parts: Parts, call: OpenCall): Promise<PlainResult> {
  const { contract, dryRun } = call;
  const key = call.options.idempotencyKey ?? freshKey(contract);
  const attempt = (number: number): Promise<PlainResult> => sendOnce(parts, call, key, number);
  // A policy of the host may forbid a repetition, and never allow one.
  const isSafe = retryIdempotent(contract, dryRun) && parts.policies.retry(contract, dryRun);
  return isSafe ? withRetry(attempt, parts.options.retry ?? {}, call.options.signal) : attempt(1);
}

/** A key of our own only where the contract makes none from the input. */
function freshKey(contract: ToolContract | undefined): string | undefined {
  return contract?.idempotency?.key.length === 0 ? crypto.randomUUID() : undefined;
}

async function sendOnce(
  parts: Parts,
  call: OpenCall,
  key: string | undefined,
  attempt: number,
): Promise<PlainResult> {
  const { contract, dryRun } = call;
  const { tool } = call.request;
  parts.desk.arm(call);
  parts.tell({ tool, dryRun, ...(attempt === 1 ? { kind: "called" } : { kind: "retried", attempt }) });
  logApart(parts, call);
  try {
    const answer = await parts.connection.callTool(toWire(call, key), wireOptions(parts, call));
    if (answer.kind !== "unknown_tool") parts.session.observe(tool, contract);
    return readAnswer(tool, contract, dryRun, answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return noAnswer(contract, dryRun, `No usable answer from the server (${why}).`);
  }
}

function logApart(parts: Parts, call: OpenCall): void {
  if (!parts.policies.logApart(call.contract, call.dryRun)) return;
  const { tool, input } = call.request;
  parts.options.onOpenWorldCall?.({ tool, input, fingerprint: call.fingerprint });
}

function toWire(call: OpenCall, key: string | undefined): WireCall {
  return {
    name: call.entry.tool.wireName,
    input: call.dryRun ? { ...call.request.input, dryRun: true } : call.request.input,
    meta: key === undefined ? {} : { [metaKeys.idempotencyKey]: key },
  };
}

function wireOptions(parts: Parts, call: OpenCall): WireCallOptions {
  const { signal, onProgress } = call.options;
  const follow = parts.policies.follow(call.contract);
  return {
    ...(signal ? { signal } : {}),
    timeoutMs:
      (call.contract?.timeoutMs ?? defaultTimeoutMs) + transitMs + (mayAsk(parts, call) ? answerMs : 0),
    onProgress(progress) {
      parts.tell({ tool: call.request.tool, kind: "progress", progress, follow });
      onProgress?.(progress);
    },
  };
}

/** Whether the server may put a question to the person during the call. */
function mayAsk({ desk }: Parts, call: OpenCall): boolean {
  return desk.canAsk(call) && !call.dryRun && call.contract?.confirmation.kind !== "never";
}
