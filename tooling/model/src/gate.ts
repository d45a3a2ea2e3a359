import type { Json, JsonObject, StepUpAuth, ToolContract } from "@proviso/manifest";
import { type Holds, isDestructiveAgent, isGrave, orElse, rulesOf } from "./rules.ts";

export interface Caller {
  readonly id: string;
  readonly permissions: readonly string[];
  /** Seconds since 1970, as the time of the log-in. */
  readonly expiresAt?: number;
  readonly authTime?: number;
  readonly acr?: string;
}

/** A question to a person; `about` is the caller, the tool and its arguments. */
export interface Question {
  readonly number: number;
  readonly about: string;
  readonly plan: Json;
  readonly expiresAt: number;
}

/** A call as it arrives, and what it meets. */
export interface GatedCall {
  /** Absent if there is none of this name, or it is hidden from this caller. */
  readonly tool: ToolContract | undefined;
  readonly input: JsonObject;
  /** Whether the arguments fit the tool's schema. */
  readonly fits: boolean;
  readonly dryRun: boolean;
  readonly caller: Caller | undefined;
  readonly key?: string;
  readonly canAsk: boolean;
  readonly answer?: { readonly question: Question; readonly said: "yes" | "no" | "something else" };
  readonly env: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What resolvers and policies answer about this call. */
  readonly requirements: readonly unknown[];
  readonly policies: readonly unknown[];
  /** What an operator has stopped: `all`, `tool:NAME`, `domain:NAME` or `effect:KIND`. */
  readonly paused: readonly string[];
  /** What a dry run shows now, and the permissions that it says are missing. */
  readonly plan: { readonly shows: Json; readonly missing: readonly string[] };
  readonly handler: "completes" | "declares a failure" | "throws";
}

/** What the gate remembers. */
export interface Memory {
  readonly receipts: Readonly<Record<string, { readonly plan: Json; readonly expiresAt: number }>>;
  readonly outcomes: Readonly<Record<string, { readonly input: string; readonly outcome: string }>>;
  readonly executions: Readonly<Record<string, { readonly count: number; readonly endsAt: number }>>;
  /** Numbers of the questions whose answer has been used. */
  readonly answered: readonly number[];
}

/** A call with the rules that apply to it. */
export interface Facts extends GatedCall {
  readonly rules: ToolContract;
  readonly caller: Caller;
  readonly memory: Memory;
  readonly holds: Holds<GatedCall>;
}

type Row = readonly [outcome: string, applies: (call: Facts) => boolean];

const minute = 60_000;
export const times = {
  answer: 5 * minute,
  logIn: 5 * minute,
  clockSkew: minute,
  receipt: 15 * minute,
} as const;

/** The first row that applies is the outcome. If none does, the handler runs. */
export const rows: readonly Row[] = [
  ["unknown_tool", ({ tool }) => tool === undefined || tool.riskLevel === "forbidden"],
  ["refused invalid_input", ({ fits }) => !fits],
  [
    "refused permission_denied",
    ({ caller, now }) => caller === undefined || now >= (caller.expiresAt ?? Infinity) * 1000,
  ],
  [
    "refused permission_denied",
    ({ caller, rules }) => !rules.permissions.every((each) => caller.permissions.includes(each)),
  ],
  ["refused requirement_unmet", (call) => !call.dryRun && lacksRequirement(call)],
  [
    "refused policy_violation",
    ({ policies }) => !policies.every((answer) => Object(answer).effect === "allow"),
  ],
  ["refused paused", ({ paused, rules }) => paused.some((scope) => isStopped(scope, rules))],
  ["refused idempotency_conflict", (call) => isRepeated(call) && remembered(call)?.input !== about(call)],
  ["refused step_up_required", (call) => isRepeated(call) && lacksLogIn(call)],
  ["replayed", isRepeated],
  ["refused rate_limit_exceeded", (call) => !call.dryRun && isUsedUp(call)],
  [
    "refused dry_run_required",
    (call) => !call.dryRun && call.rules.dryRun?.mode === "required" && !receiptOf(call),
  ],
  ["planned", ({ dryRun }) => dryRun],
  ["refused plan_stale", (call) => receiptOf(call) !== undefined && receiptOf(call)?.plan !== planOf(call)],
  ["refused permission_denied", ({ plan, rules }) => rules.dryRun !== undefined && plan.missing.length > 0],
  ["refused step_up_required", lacksLogIn],
  [
    "refused confirmation_required",
    (call) => asks(call) && !call.answer && !(call.canAsk && isAskedHere(call)),
  ],
  ["input_required", (call) => asks(call) && !call.answer],
  [
    "refused confirmation_unanswered",
    (call) => call.answer !== undefined && !isAnswerTo(call, call.answer.question),
  ],
  // From here on the answer is used up.
  ["refused confirmation_declined", ({ answer }) => answer?.said === "no"],
  ["refused confirmation_unanswered", ({ answer }) => answer?.said === "something else"],
  ["refused plan_stale", (call) => call.answer !== undefined && call.answer.question.plan !== planOf(call)],
];

/** In this order; all but the last are fixed, whatever a contract says. */
function asks({ rules, holds, ...call }: Facts): boolean {
  const { autonomousExecution, confirmation, hints, riskLevel, sideEffects } = rules;
  if (!autonomousExecution || riskLevel === "high" || riskLevel === "critical") return true;
  if (isDestructiveAgent(hints) || sideEffects.some(isGrave) || confirmation.kind === "always") return true;
  return confirmation.kind === "when" && orElse(true, () => holds(confirmation.condition, call));
}

/** Whether the person for whom the call is made may approve it. Without an inbox nobody else can. */
function isAskedHere({ caller, rules: { confirmation } }: Facts): boolean {
  const from = confirmation.kind === "never" ? undefined : confirmation.from;
  return from === undefined || caller.permissions.includes(from);
}

/** A person types a phrase instead of a yes. */
export function asksForPhrase({ riskLevel, hints, dryRun }: ToolContract): boolean {
  return riskLevel === "critical" || (isDestructiveAgent(hints) && dryRun?.mode !== "required");
}

/** An unclassified effect may be of any kind. */
function isStopped(scope: string, { domain, name, sideEffects }: ToolContract): boolean {
  const effects = sideEffects.map(({ kind }) => `effect:${kind}`);
  const stopped = ["all", `tool:${name}`, `domain:${domain}`, ...effects];
  return stopped.includes(scope) || (scope.startsWith("effect:") && effects.includes("effect:unclassified"));
}

function lacksRequirement({ requirements }: Facts): boolean {
  return !requirements.every((answer) => answer === true);
}

function lacksLogIn({ rules: { stepUpAuth: wanted }, holds, ...call }: Facts): boolean {
  if (wanted.kind === "never") return false;
  if (wanted.kind === "when" && !orElse(true, () => holds(wanted.condition, call))) return false;
  const { acr, authTime = NaN } = call.caller;
  const age = call.now - authTime * 1000;
  const isRecent = age >= -times.clockSkew && age <= oldest(wanted);
  return (wanted.acr !== undefined && acr !== wanted.acr) || (oldest(wanted) !== Infinity && !isRecent);
}

/** A contract that names a strength alone asks for no age. */
function oldest({ acr, maxAgeMs }: Exclude<StepUpAuth, { kind: "never" }>): number {
  return maxAgeMs ?? (acr === undefined ? times.logIn : Infinity);
}

function isUsedUp(call: Facts): boolean {
  return executionsOf(call).count >= (call.rules.rateLimit?.limit ?? Infinity);
}

/** An answer counts once, in time, for exactly the call that it is about. */
function isAnswerTo(call: Facts, { about: asked, expiresAt, number }: Question): boolean {
  return (
    isAskedHere(call) &&
    asked === about(call) &&
    call.now < expiresAt &&
    !call.memory.answered.includes(number)
  );
}

function about({ caller, input, rules }: Facts): string {
  return `${caller.id} ${rules.name} ${JSON.stringify(Object.entries(input).toSorted())}`;
}

function planOf({ plan, rules }: Facts): Json {
  return rules.dryRun ? plan.shows : null;
}

function receiptOf(call: Facts): Memory["receipts"][string] | undefined {
  const receipt = call.memory.receipts[about(call)];
  return call.rules.dryRun && receipt && call.now < receipt.expiresAt ? receipt : undefined;
}

function keysOf({ caller, input, key, rules }: Facts): readonly string[] {
  const fields = rules.idempotency?.key ?? [];
  const declared = JSON.stringify(fields.map((field) => input[field] ?? null));
  const each = [
    ...(key === undefined ? [] : [`given ${key}`]),
    ...(fields.length > 0 ? [`declared ${declared}`] : []),
  ];
  return each.map((kind) => `${caller.id} ${rules.name} ${kind}`);
}

function remembered(call: Facts): Memory["outcomes"][string] | undefined {
  const known = keysOf(call).find((key) => call.memory.outcomes[key] !== undefined);
  return known === undefined ? undefined : call.memory.outcomes[known];
}

function isRepeated(call: Facts): boolean {
  return !call.dryRun && remembered(call) !== undefined;
}

function executionsOf({ caller, memory, now, rules }: Facts): {
  readonly count: number;
  readonly endsAt: number;
} {
  const counted = memory.executions[`${caller.id} ${rules.name}`];
  return counted && now < counted.endsAt
    ? counted
    : { count: 0, endsAt: now + (rules.rateLimit?.perMs ?? 0) };
}

/** Why a planned call would be refused now. A repeated call is not counted against the limit. */
function objections(call: Facts): number {
  const known = remembered(call);
  const isOther = known !== undefined && known.input !== about(call);
  const isOver = known === undefined && isUsedUp(call);
  return [lacksRequirement(call), isOther, isOver, lacksLogIn(call)].filter(Boolean).length;
}

/** What comes of a call, as a kind with the code of a failure, and what the gate remembers of it. */
export interface Verdict {
  readonly outcome: string;
  /** The position in the table; one more than the last if the handler ran. */
  readonly row: number;
  /** Of a plan: how many reasons there are for which the call itself would be refused now. */
  readonly objections?: number;
  /** For an answer to a question that is asked. */
  readonly question?: Pick<Question, "about" | "plan" | "expiresAt"> & { readonly phrase: boolean };
  readonly memory: Memory;
}

export function gateModel(call: GatedCall, memory: Memory, holds: Holds<GatedCall>): Verdict {
  const rules = call.tool && rulesOf(call.tool, call.input, (condition) => holds(condition, call));
  // Rows that read rules or a caller stand behind those that refuse a call without them.
  const facts = { ...call, rules, memory, holds } as Facts;
  const first = rows.findIndex(([, applies]) => applies(facts));
  const row = first === -1 ? rows.length : first;
  const [outcome] = rows[row] ?? [];
  const isUsed = row > answerRow && call.answer !== undefined;
  const answered = isUsed ? [...memory.answered, call.answer.question.number] : memory.answered;
  if (outcome === undefined) return { row, ...execution(facts, { ...memory, answered }) };
  if (outcome === "planned") {
    const receipt = { plan: planOf(facts), expiresAt: call.now + times.receipt };
    return {
      outcome,
      row,
      objections: objections(facts),
      memory: { ...memory, receipts: { ...memory.receipts, [about(facts)]: receipt } },
    };
  }
  if (outcome === "refused plan_stale" && row < answerRow) {
    const { [about(facts)]: _, ...receipts } = memory.receipts;
    return { outcome, row, memory: { ...memory, receipts } };
  }
  if (outcome === "replayed") {
    const known = remembered(facts)?.outcome ?? "completed";
    return known === "completed"
      ? { outcome, row, memory: remember(facts, memory, known) }
      : { outcome: known, row, memory };
  }
  if (outcome !== "input_required") return { outcome: outcome ?? "", row, memory: { ...memory, answered } };
  const question = {
    about: about(facts),
    plan: planOf(facts),
    expiresAt: call.now + times.answer,
    phrase: asksForPhrase(facts.rules),
  };
  return { outcome, row, question, memory };
}

const answerRow = rows.findIndex(([outcome]) => outcome === "refused confirmation_unanswered");

/** A declared failure means that nothing was done. After any other error of a handler with effects, nobody knows. */
function execution(call: Facts, memory: Memory): Pick<Verdict, "outcome" | "memory"> {
  const { caller, handler, rules } = call;
  const { count, endsAt } = executionsOf(call);
  const executions = { ...memory.executions, [`${caller.id} ${rules.name}`]: { count: count + 1, endsAt } };
  const counted = rules.rateLimit ? { ...memory, executions } : memory;
  if (handler === "declares a failure") return { outcome: "failed declared_failure", memory: counted };
  if (handler === "completes") return { outcome: "completed", memory: remember(call, counted, "completed") };
  const outcome = rules.sideEffects.length > 0 ? "failed outcome_unknown" : "failed internal_error";
  return { outcome, memory: rules.hints.readOnlyHint ? counted : remember(call, counted, outcome) };
}

function remember(call: Facts, memory: Memory, outcome: string): Memory {
  const entries = keysOf(call).map((key) => [key, { input: about(call), outcome }] as const);
  return { ...memory, outcomes: { ...memory.outcomes, ...Object.fromEntries(entries) } };
}
