import { acceptedPlanNames, type JsonObject, type Manifest, type ToolContract } from "@proviso/manifest";
import {
  type Answer,
  createEnforcingServer,
  type EnforcingServer,
  type Outcome,
  ToolFailure,
} from "@proviso/server/codegen1";
import { fakeClock, memoryAudit, memoryStore, yesTo } from "@proviso/server/testing";
import type { GatedCall, Memory, Question, Verdict } from "../src/gate.ts";
import { gateModel, rows } from "../src/gate.ts";
import { inputConditions } from "./contracts.ts";

/** What a call meets beside the gate. */
export interface Surroundings {
  readonly requirements: unknown;
  readonly policy: unknown;
  readonly plan: GatedCall["plan"];
  readonly handler: GatedCall["handler"];
  /** Whether the second tool is hidden from Ben. */
  readonly isHidden: boolean;
}

export interface CallStep {
  readonly kind: "call";
  /** Position in the contracts; one more than the last is a tool that does not exist. */
  readonly tool: number;
  readonly input: JsonObject;
  readonly extra: boolean;
  readonly dryRun: "no" | "argument" | "tool";
  readonly caller: (GatedCall["caller"] & { readonly logInAge?: number }) | undefined;
  readonly key?: string;
  readonly canAsk: boolean;
  /** The answer to one of the questions so far, latest first. */
  readonly answer?: { readonly question: number; readonly said: "yes" | "no" | "something else" } | undefined;
}

export interface PauseStep {
  readonly kind: "operate";
  readonly does: "pause" | "resume";
  readonly scope: "all" | `tool:${string}` | "domain:notes" | "effect:deletes";
}

export type Step =
  | CallStep
  /** The last call that asked again, with this answer. */
  | { readonly kind: "answer"; readonly said: "yes" | "no" | "something else" }
  /** The last call once more, with these changes. */
  | { readonly kind: "again"; readonly change: Partial<CallStep> }
  | PauseStep
  | { readonly kind: "time"; readonly ms: number }
  | { readonly kind: "now"; readonly around: Partial<Surroundings> };

export interface History {
  readonly contracts: readonly ToolContract[];
  readonly env: string;
  readonly around: Surroundings;
  readonly steps: readonly Step[];
}

export const callConditions: Readonly<Record<string, (call: GatedCall) => boolean>> = {
  ...Object.fromEntries(
    Object.entries(inputConditions).map(([text, holds]) => [text, ({ input }: GatedCall) => holds(input)]),
  ),
  "env.name == 'live'": ({ env }) => env === "live",
  "principal.id == 'anna'": ({ caller }) => caller?.id === "anna",
  "no condition": () => {
    throw new TypeError("no CEL");
  },
};

/** What came of a step, and the row of the model's table that decided. */
export interface Compared {
  readonly real: string;
  readonly model: string;
  readonly row: number;
}

/** Makes the calls of a history at the real gate and in the model. */
export async function compare(history: History): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  const run = runner(history);
  for (const step of history.steps) {
    const pair = await run(step);
    if (pair) compared.push(pair);
  }
  return compared;
}

interface Asked {
  readonly step: CallStep;
  readonly question: Question;
  readonly outcome: Extract<Outcome, { kind: "input_required" }>;
}

/** Makes each step of a history on both sides. */
function runner({ contracts, env, around: first }: History) {
  let around = first;
  let ran = 0;
  let memory: Memory = { receipts: {}, outcomes: {}, executions: {}, answered: [] };
  const asked: Asked[] = [];
  const paused = new Set<string>();
  let last: CallStep | undefined;
  const clock = fakeClock();
  const execute = (): JsonObject => {
    ran += 1;
    if (around.handler === "declares a failure") throw new ToolFailure("declared_failure", "It failed.");
    if (around.handler === "throws") throw new Error("broken");
    return {};
  };
  const plan = () => ({
    count: 1,
    targets: around.plan.shows,
    missingPermissions: around.plan.missing,
  });
  const answerOf = (value: unknown) => () => {
    if (value === "throws") throw new Error("no answer");
    return value as never;
  };
  const callable = contracts.filter(({ riskLevel }) => riskLevel !== "forbidden");
  const manifest: Manifest = {
    format: 1,
    product: "model",
    wireNames: "dotted",
    permissions: {},
    tools: [...contracts],
  };
  const server: EnforcingServer = createEnforcingServer({
    manifest,
    handlers: Object.fromEntries(
      callable.map(({ name, dryRun }) => [name, dryRun ? { execute, plan } : execute]),
    ) as never,
    clock,
    env,
    store: memoryStore({ clock }),
    audit: memoryAudit(),
    stateKeys: [new Uint8Array(32).fill(7)],
    attempts: { limit: 1e9, perMs: 60_000 },
    onFault: () => {},
    visible: (tool, principal) =>
      !(around.isHidden && principal?.id === "ben" && tool.name === contracts[1]?.name),
    policies: { "*": [() => answerOf(around.policy)()] },
    requirements: Object.fromEntries(
      ["env:production", "vpn"].map((name) => [name, () => answerOf(around.requirements)()]),
    ),
  });
  const now = (): number => clock.now().getTime();

  return async (step: Step): Promise<Compared | undefined> => {
    if (step.kind === "time") return void clock.advance(step.ms);
    if (step.kind === "now") return void (around = { ...around, ...step.around });
    if (step.kind === "operate") return void (await operate(step));
    if (step.kind === "call") return make(step);
    if (step.kind === "again") return last && make({ ...last, ...step.change });
    const latest = asked.at(-1);
    return latest && make({ ...latest.step, answer: { question: 0, said: step.said } });
  };

  async function operate({ does, scope }: PauseStep): Promise<void> {
    if (does === "pause") paused.add(scope);
    else paused.delete(scope);
    await server.pauses[does](scope, { operator: "olga" });
  }

  async function make(step: CallStep): Promise<Compared> {
    last = { ...step, answer: undefined };
    const before = ran;
    const contract = contracts[step.tool];
    const name = contract?.name ?? "notes.none";
    const isHidden = around.isHidden && step.caller?.id === "ben" && step.tool === 1;
    const about = step.answer && asked.at(-1 - step.answer.question);
    const { logInAge, ...who } = step.caller ?? { id: "", permissions: [] };
    const authTime = logInAge === undefined ? {} : { authTime: now() / 1000 - logInAge };
    const caller = step.caller && { ...who, ...authTime };
    const usesTool =
      step.dryRun === "tool" && contract?.dryRun !== undefined && contract.riskLevel !== "forbidden";
    const extra = { ...(step.extra && { more: 1 }), ...(step.dryRun === "argument" && { dryRun: true }) };
    const outcome = await server.invoke(
      usesTool ? (acceptedPlanNames(contract)[0] ?? "") : name,
      { ...step.input, ...extra },
      {
        ...(caller && { principal: { ...caller, kind: "agent" } }),
        ...(step.key !== undefined && { idempotencyKey: step.key }),
        canAsk: step.canAsk,
        ...(about && step.answer && { answer: answerTo(about, step.answer.said) }),
      },
    );
    const verdict = gateModel(
      {
        tool: isHidden ? undefined : contract,
        input: step.input,
        fits: !step.extra && (step.dryRun !== "argument" || contract?.dryRun !== undefined),
        dryRun: usesTool || (step.dryRun === "argument" && contract?.dryRun !== undefined),
        caller,
        ...(step.key !== undefined && { key: step.key }),
        canAsk: step.canAsk,
        ...(about && step.answer && { answer: { question: about.question, said: step.answer.said } }),
        env,
        now: now(),
        requirements: contract?.requirements.map(() => around.requirements) ?? [],
        policies: [around.policy],
        paused: [...paused],
        plan: around.plan,
        handler: around.handler,
      },
      memory,
      (condition, call) => callConditions[condition]?.(call) ?? true,
    );
    memory = verdict.memory;
    if (outcome.kind === "input_required" && verdict.question)
      asked.push({ step, outcome, question: { number: asked.length, ...verdict.question } });
    return {
      real: `${summary(outcome)}${ran > before ? " by running" : ""}`,
      model: `${wordsOf(verdict)}${verdict.row === rows.length ? " by running" : ""}`,
      row: verdict.row,
    };
  }
}

function answerTo({ outcome: { request, state } }: Asked, said: "yes" | "no" | "something else"): Answer {
  if (said === "no") return { state, action: "decline" };
  return { state, action: "accept", content: said === "yes" ? yesTo(request) : { confirm: "yes" } };
}

function wordsOf({ objections = 0, outcome, question }: Verdict): string {
  return `${outcome}${question?.phrase ? " with a phrase" : ""}${outcome === "planned" ? ` against ${objections}` : ""}`;
}

function summary(outcome: Outcome): string {
  if ("failure" in outcome) return `${outcome.kind} ${outcome.failure.code}`;
  if (outcome.kind === "completed") return outcome.replayed ? "replayed" : "completed";
  if (outcome.kind === "input_required")
    return `input_required${outcome.request.phrase === undefined ? "" : " with a phrase"}`;
  if (outcome.kind !== "planned") return outcome.kind;
  return `planned against ${outcome.plan.warnings.filter((each) => each.startsWith("Would be refused now")).length}`;
}
