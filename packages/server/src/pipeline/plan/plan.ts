import type { Json, JsonObject, Plan, ToolContract } from "@proviso/manifest";
import type { AuthorizedCall, PlannedCall } from "../call/call.ts";
import { boundedCopy, copyForHost } from "../../canonical/canonical-copy.ts";
import { faultOf } from "../../api/fault.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import { realmKey } from "../../canonical/realm.ts";
import type { PlanResult } from "../../api/handler.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { Outcome } from "../../api/outcome.ts";
import type { Waiting } from "../../api/waiting.ts";
import { refuse } from "../call/refuse.ts";
import { handlerContext, interruptions, runHandler } from "../execute/run-handler.ts";
import type { Ending } from "../execute/run-handler.ts";
import { foreseeReplay } from "../replay/replay.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { refuseOldLogIn } from "../step-up/step-up.ts";
import type { Next, Stage } from "../call/stage.ts";

type DryRun = NonNullable<ToolContract["dryRun"]>;

interface MadePlan {
  readonly plan: Plan;
  /** Covers what the person is shown and what execution would change, but not the estimated duration. */
  readonly hash: string;
}

/** Answers a dry run and stores a receipt for it. Plans an execution again, and refuses it if its plan has changed. */
export function plan(runtime: Runtime): Stage<AuthorizedCall, PlannedCall> {
  return {
    name: "plan",
    run(call, next) {
      const { dryRun } = call.tool.contract;
      return dryRun ? runPlanned(call, dryRun, next) : next({ ...call, planned: undefined });
    },
  };

  async function runPlanned(call: AuthorizedCall, dryRun: DryRun, next: Next<PlannedCall>): Promise<Outcome> {
    const receipts = call.dryRun ? [] : await readReceipts(call, runtime);
    if (!call.dryRun && dryRun.mode === "required" && receipts.length === 0) return dryRunRequired(call);
    const handlerPlan = await makePlan(call, runtime);
    if ("kind" in handlerPlan) return handlerPlan;
    if (call.dryRun) return keepReceipt(call, handlerPlan, runtime);
    if (receipts.length > 0 && !receipts.some((receipt) => isOfPlan(receipt, handlerPlan, runtime)))
      return stalePlan(call, runtime);
    const set = call.tool.handler.set?.(call.id);
    // Who may approve a set follows from its calls.
    const tool = set ? { ...call.tool, contract: set.contract } : call.tool;
    const planned = { ...call, tool, planned: handlerPlan, ...(set && { set }) };
    const outcome = checkPermissions(call, handlerPlan.plan) ?? (await next(planned));
    if ("waits" in outcome && outcome.waits && receipts.length > 0)
      await writeReceipt(call, handlerPlan, lastUse(outcome.waits), runtime);
    return outcome;
  }
}

/** The receipt of a dry run: the plan's hash, keyed. */
interface Receipt {
  /** The index of the state key that made the receipt. */
  readonly place: number;
  readonly planHash: Json;
}

/**
 * The names under which receipts of the call are stored, one for each state key, the current one first. The input is hashed with a key, because
 * readers of the store could guess inputs from a plain hash.
 */
function receiptKeys(
  { principal, tool, fingerprint: input }: AuthorizedCall,
  { realm, valueSeal }: Runtime,
): readonly string[] {
  const { name, hash } = tool.contract;
  const blinds = valueSeal.blinds(input);
  // Stryker disable next-line StringLiteral: for people who look into a store
  return blinds.map((blinded) => realmKey(realm, "receipt", identityOf(principal), name, hash, blinded));
}

async function readReceipts(call: AuthorizedCall, runtime: Runtime): Promise<readonly Receipt[]> {
  const stored = await Promise.all(receiptKeys(call, runtime).map((key) => runtime.store.get(key)));
  return stored.flatMap((found, place) => (found ? { place, planHash: found.value } : []));
}

function isOfPlan({ place, planHash }: Receipt, { hash }: MadePlan, { valueSeal }: Runtime): boolean {
  return planHash === valueSeal.blinds(hash)[place];
}

/** When an approval has ended at the latest: it waits, can be used for as long, and once more after another log-in. */
const lastUse = ({ createdAt, expiresAt }: Waiting): number => expiresAt + 2 * (expiresAt - createdAt);

/** Stores the receipt until `until`, or later if one of the same plan is stored for longer. */
async function writeReceipt(
  call: AuthorizedCall,
  { hash }: MadePlan,
  until: number,
  runtime: Runtime,
): Promise<void> {
  // Stryker disable next-line StringLiteral: there is at least one state key
  const [key = ""] = receiptKeys(call, runtime);
  const value = runtime.valueSeal.blind(hash);
  const stored = await runtime.store.get(key);
  if (stored?.value === value && stored.expiresAt.getTime() >= until) return;
  await runtime.store.put(key, value, new Date(until));
}

async function keepReceipt(call: AuthorizedCall, handlerPlan: MadePlan, runtime: Runtime): Promise<Outcome> {
  await writeReceipt(call, handlerPlan, runtime.clock.now().getTime() + runtime.receiptMs, runtime);
  const foreseen = await foreseeReplay(call, runtime);
  const refused = objectionsTo(call, foreseen, runtime);
  const isDone = foreseen === "done" && refused.length === 0;
  const warnings = [...handlerPlan.plan.warnings, ...(isDone ? [alreadyDone] : refused)];
  return {
    kind: "planned",
    tool: call.tool.contract.name,
    plan: { ...handlerPlan.plan, warnings },
    ...(isDone && { alreadyDone: true }),
  };
}

const alreadyDone =
  "Already done: the call returns the result of the first one, and nothing is sent or changed again.";

/**
 * Returns the current reasons for refusal, in words. The receipt does not cover them, because they may pass. A stored outcome is
 * given only to a call that meets them.
 */
function objectionsTo(
  call: AuthorizedCall,
  foreseen: Awaited<ReturnType<typeof foreseeReplay>>,
  runtime: Runtime,
): readonly string[] {
  const oldLogIn = refuseOldLogIn(call, runtime);
  const replayed = foreseen === "done" ? undefined : foreseen;
  return [...(call.objections ?? []), replayed, oldLogIn].flatMap((each) =>
    each && "failure" in each && !isSpared(each.failure.code, foreseen)
      ? [`Would be refused now: ${each.failure.message}`]
      : [],
  );
}

/** Whether an objection does not apply to a repeated call, which is answered before the limit is checked. */
function isSpared(code: string, foreseen: unknown): boolean {
  return foreseen !== undefined && code === "rate_limit_exceeded";
}

function dryRunRequired(call: AuthorizedCall): Outcome {
  const message =
    "This tool runs only after a dry run: call it with the same arguments and dryRun true first.";
  return refuse(call, "dry_run_required", message);
}

async function stalePlan(call: AuthorizedCall, runtime: Runtime): Promise<Outcome> {
  await Promise.all(receiptKeys(call, runtime).map((key) => runtime.store.delete(key)));
  return refuse(call, "plan_stale", "What the dry run showed has changed since: make a new one.");
}

function checkPermissions(call: AuthorizedCall, { missingPermissions }: Plan): Outcome | undefined {
  if (missingPermissions.length === 0) return undefined;
  const message = `The caller lacks ${missingPermissions.join(", ")}.`;
  return refuse(call, "permission_denied", message, { missing: missingPermissions });
}

async function makePlan(call: AuthorizedCall, runtime: Runtime): Promise<MadePlan | Outcome> {
  const controller = new AbortController();
  const context = handlerContext("plan", call, controller, runtime);
  const ending = await runHandler(call, context, controller, runtime, (given) =>
    // Stryker disable next-line OptionalChaining: no server starts without this plan
    call.tool.handler.plan?.(copyForHost(call.input), given),
  );
  if (ending.kind !== "returned") return unplannedCall(call, ending, runtime);
  const handlerPlan = readPlan(call, ending.value, runtime.maxResultBytes);
  if ("plan" in handlerPlan) return handlerPlan;
  call.history.fault = `the plan does not fit the contract: ${handlerPlan.problems.join("; ")}`;
  runtime.onFault(new TypeError(call.history.fault), call.tool.contract.name);
  return refuse(call, "internal_error", "The server could not plan the call.");
}

function unplannedCall(
  call: AuthorizedCall,
  ending: Exclude<Ending, { kind: "returned" }>,
  { onFault }: Runtime,
): Outcome {
  if (ending.kind === "declared")
    return { kind: "refused", tool: call.tool.contract.name, failure: ending.failure };
  if (ending.kind === "undeclared" || ending.kind === "stray") {
    const what = ending.kind === "stray" ? "left a promise alone that was rejected with" : "threw";
    call.history.fault = `\`plan\` ${what} ${faultOf(ending.error)}`;
    onFault(ending.error, call.tool.contract.name);
    return refuse(call, "internal_error", "The server could not plan the call.");
  }
  return refuse(call, "timeout", `Planning the call ${interruptions[ending.kind]}; nothing has happened.`);
}

/** Reads a handler's plan, or says why it does not fit the contract. */
function readPlan(
  call: AuthorizedCall,
  value: unknown,
  maxResultBytes: number,
): MadePlan | { readonly problems: readonly string[] } {
  const planResult = boundedCopy(value, maxResultBytes) as PlanResult<JsonObject> | undefined;
  if (!planResult)
    return { problems: [`must be a JSON object of at most ${maxResultBytes} bytes (\`maxResultBytes\`)`] };
  const {
    targets = null,
    warnings = [],
    missingPermissions = [],
    expectedSideEffects = call.tool.contract.sideEffects.map(({ description }) => description),
    estimatedDurationMs = 0,
    ...preview
  } = planResult;
  const handlerPlan: JsonObject = {
    ...preview,
    dryRun: true,
    warnings,
    missingPermissions,
    expectedSideEffects,
    estimatedDurationMs,
  };
  const problems = call.tool.checkPlan(handlerPlan);
  if (problems.length > 0)
    return { problems: problems.map(({ path, problem }) => `${path} ${problem}`.trim()) };
  return {
    plan: handlerPlan as Plan,
    hash: fingerprint({ preview, targets, warnings, expectedSideEffects }),
  };
}
