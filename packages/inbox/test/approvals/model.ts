import { canonicalJson, type JsonObject, type ToolContract } from "@proviso/manifest";
import type { ApprovalDesk, ReviewedApproval } from "../../src/api/approval-desk.ts";
import type { Approvals, Reviewer, WantedLogIn } from "../../../server/src/api/approvals.ts";
import type { Principal } from "../../../server/src/api/outcome.ts";
import { decisionRecord } from "../../../server/src/pauses/decision-record.ts";
import { pauseSwitch } from "../../../server/src/pauses/pause-switch.ts";
import { pausesIn } from "../../../server/src/pauses/pauses.ts";
import { isLogInEnough } from "../../../server/src/tools/log-in.ts";
import { identityOf } from "../../../server/src/canonical/identity.ts";
import { bindEdit } from "../../src/approvals/bind-edit.ts";
import { fingerprint as fingerprintOf } from "../../../server/src/canonical/fingerprint.ts";
import type { AdmittedCall, PlannedCall, ValidCall } from "../../../server/src/pipeline/call/call.ts";
import { validateEdited } from "../../../server/src/pipeline/validate/validate-edited.ts";
import { confirm } from "../../../server/src/pipeline/confirm/confirm.ts";
import type { Runtime } from "../../../server/src/pipeline/runtime/runtime.ts";
import { sealedState } from "../../../server/src/seals/sealed-state.ts";
import { fakeClock, memoryStore, type FakeClock } from "../../../server/src/testing.ts";
import { anna } from "../sample.ts";
import type { World } from "../../../server/test/simulation/explore.ts";
import { gatedWorld, type Gate } from "../../../server/test/simulation/gated-world.ts";
import { gated, seal, stateKeys, type Fact } from "./model-facts.ts";
import { prepare, realm, silent, uncounted } from "./model-parts.ts";

/** The code under test: the real one, or a copy without one of its guards. */
export interface Code {
  readonly answerCalls: typeof import("../../src/approvals/answer-calls.ts").answerCalls;
  readonly approvalDesk: typeof import("../../src/approvals/approval-desk.ts").approvalDesk;
  readonly endPaused: typeof import("../../src/approvals/approval-desk.ts").endPaused;
  readonly approvalParts: typeof import("../../src/approvals/approval-parts.ts").approvalParts;
}

/** A call that is made. */
export interface Wish {
  readonly contract: ToolContract;
  readonly text?: string;
  readonly amount?: number;
  readonly principal?: Principal;
  /** Hash of its plan. */
  readonly plan?: string;
  /** The log-in that the call needs. */
  readonly logIn?: WantedLogIn;
}

/** When a person has logged in whose log-in is recent enough. */
export const freshLogIn: number = fakeClock().now().getTime() / 1000;

export interface Decides {
  readonly as: Reviewer;
  readonly verdict: "approve" | "deny";
  /** Approves everything that waits at once. */
  readonly together?: boolean;
  /** Whoever approves puts this amount in the place of the one that was asked for. */
  readonly amount?: number;
}

/** What runs at once. */
export interface Scenario {
  /** Processes that make these calls, one after the other. */
  readonly callers: Readonly<Record<string, readonly Wish[]>>;
  /** People who decide about whatever waits when they look. */
  readonly people?: Readonly<Record<string, Decides>>;
  /** An operator who pauses everything. */
  readonly pauses?: boolean;
  /** All approvals expire. */
  readonly time?: boolean;
  /** Processes that may be killed at any step. */
  readonly mortal?: readonly string[];
  /** People decide in a process that knows the contracts, and so what a changed call means. */
  readonly isKnown?: boolean;
}

const waitMs = 1000;
const questions = sealedState(stateKeys, waitMs, realm);

export function worldOf(
  { callers, people = {}, pauses, time, mortal, isKnown }: Scenario,
  code: Code,
): World {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const facts: Fact[] = [];
  /** Each process has its own parts over the one store. */
  const hostOf = (gate: Gate) => {
    const watched = uncounted(gated(store, gate, facts, clock), store);
    const pausesOfProcess = pausesIn(watched, clock, seal, silent);
    const record = decisionRecord({ audit: silent, clock, auditMs: 1000, onFault: () => {} });
    return { audit: silent, store: watched, clock, record, pauses: pausesOfProcess };
  };
  const join = (host: ReturnType<typeof hostOf>) =>
    code.approvalParts(host, seal, { realm, ...(isKnown && known) });
  const contracts = Object.values(callers).flatMap((wishes) => wishes.map(({ contract }) => contract));
  const known: NonNullable<Parameters<typeof code.approvalParts>[2]> = {
    bindEdit: async (approval, input) => {
      const contract = contracts.find(({ hash: each }) => each === approval.terms.contractHash);
      return contract ? bindEdit(approval, input, contract) : { ok: true };
    },
  };
  const processes: Record<string, (gate: Gate) => Promise<unknown>> = {};
  for (const [name, wishes] of Object.entries(callers))
    processes[name] = async (gate) => {
      const answers = code.answerCalls({
        ...join(hostOf(gate)),
        realm,
        waitMs,
        perCaller: 5,
        announce: () => {},
      });
      for (const [number, wish] of wishes.entries()) {
        // A pause may come when one call has asked and the next one has not begun.
        if (pauses && number > 0) await gate("the next call", () => {});
        gate.forget(`call ${number} begins after ${facts.length}`);
        await makeCall(`${name}${number}`, wish, answers, clock, facts);
      }
    };
  for (const [name, { as, verdict, amount, together }] of Object.entries(people))
    processes[name] = async (gate) => {
      const desk = code.approvalDesk(join(hostOf(gate)));
      const by = "operator" in as ? as.operator : as.principal.id;
      const seen = await desk.list(as);
      if (together) return approveAll(desk, seen, as, by, facts);
      for (const { id, revision = 0, shown, terms } of seen) {
        const change = amount !== undefined && { amount };
        const fingerprint = change ? fingerprintOf({ ...shown.input, ...change }) : terms.fingerprint;
        if (verdict === "approve") facts.push({ kind: "meant", by, fingerprint, planHash: terms.planHash });
        await desk[verdict](id, as, { revision, ...(change && { change }) });
      }
    };
  if (pauses)
    processes["operator"] = (gate) => {
      const host = hostOf(gate);
      const { pauses: own, record } = host;
      const endPaused = () => code.endPaused(join(host));
      return pauseSwitch({ pauses: own, record, endPaused }).pause("all", { operator: "olga" });
    };
  if (time) processes["time"] = (gate) => gate("time passes", () => clock.advance(waitMs));
  return gatedWorld({
    processes,
    ...(mortal && { mortal }),
    state: () => [clock.now(), facts],
    violation: () => violationIn(facts),
  });
}

async function approveAll(
  desk: Omit<ApprovalDesk, "mandates">,
  seen: readonly ReviewedApproval[],
  as: Reviewer,
  by: string,
  facts: Fact[],
): Promise<void> {
  for (const { terms } of seen)
    facts.push({ kind: "meant", by, fingerprint: terms.fingerprint, planHash: terms.planHash });
  const decided = await desk.approveTogether(seen, as);
  for (const { id, result } of decided.ok ? decided.results : [])
    facts.push({ kind: "told", id, by, ok: result.ok });
}

/** One call through the confirm stage and its final checks. */
async function makeCall(
  id: string,
  { contract, text = "a", amount, principal = anna, plan, logIn }: Wish,
  answers: Pick<Approvals, "answer" | "narrowed" | "withdraw">,
  clock: FakeClock,
  facts: Fact[],
): Promise<void> {
  const begun = facts.length;
  const lacksLogIn = logIn !== undefined && !isLogInEnough(principal, logIn, clock.now().getTime());
  const runtime: Pick<
    Runtime,
    "approvals" | "audit" | "clock" | "env" | "realm" | "record" | "state" | "store"
  > = {
    audit: silent,
    clock,
    env: "live",
    realm,
    approvals: {
      ...answers,
      from: "critical",
      callers: { stateOf: async () => undefined },
      waiting: async () => 0,
      readAgain: async () => 0,
      endPaused: async () => {},
      news: async () => [],
    },
    record: async () => true,
    store: memoryStore({ clock }),
    state: questions,
  };
  const value = { text, ...(amount !== undefined && { amount }) };
  const call: AdmittedCall = {
    id,
    name: contract.name,
    options: { principal },
    history: { executed: false, replayed: false },
    tool: prepare(contract),
    canonical: { value, fingerprint: fingerprintOf(value), bytes: 1, dryRun: undefined },
  };
  const stage = confirm(runtime as Runtime);
  const planOf = (ran: unknown): PlannedCall["planned"] =>
    plan === undefined
      ? undefined
      : {
          plan: { ...emptyPlan, estimatedDurationMs: 0 },
          hash: ran === amount ? plan : `${plan} of ${String(ran)}`,
        };
  const narrowed = validateEdited(runtime as Runtime);
  const planned = (valid: ValidCall): PlannedCall => ({
    ...valid,
    principal,
    finalChecks: [],
    ...(logIn && { logIn }),
    ...(lacksLogIn && { lacksLogIn }),
    planned: planOf(valid.input["amount"]),
  });
  await narrowed.run(call, (valid) =>
    stage.run(planned(valid), async ({ finalChecks, ...ready }) => {
      for (const finalCheck of finalChecks.toReversed()) {
        const refusal = await finalCheck();
        if (refusal) return refusal;
      }
      const { name: tool, hash: contractHash } = contract;
      const terms = {
        ...realm,
        tool,
        principal: identityOf(principal),
        fingerprint: ready.fingerprint,
        contractHash,
        planHash: ready.planned?.hash ?? null,
      };
      const ran = ready.input["amount"];
      facts.push({
        kind: "ran",
        callId: id,
        terms,
        begun,
        needsLogIn: lacksLogIn,
        asked: amount,
        amount: typeof ran === "number" ? ran : undefined,
      });
      return { kind: "completed", tool, output: {}, replayed: false };
    }),
  );
}

const emptyPlan = { dryRun: true, warnings: [], missingPermissions: [], expectedSideEffects: [] } as const;

/** Finds violations in the store's history, without the code under test. */
function violationIn(facts: readonly Fact[]): string | undefined {
  const atOnce = wrongAtOnce(facts);
  if (atOnce !== undefined) return atOnce;
  const used = new Set<string>();
  for (const [index, fact] of facts.entries()) {
    if (fact.kind !== "ran") continue;
    const writes = facts.slice(0, index).filter((each) => each.kind === "written");
    const meant = facts.slice(0, index).filter((each) => each.kind === "meant");
    const taken = writes.findLast(({ approval }) => approval.usedBy === fact.callId);
    if (!taken) return "a call ran that used no approval";
    const { id } = taken.approval;
    if (used.has(id)) return "an approval was used twice";
    used.add(id);
    if (fact.amount !== fact.asked && !((fact.amount ?? 0) < (fact.asked ?? 0)))
      return "a call ran with more than was asked for";
    const wrong = wrongGrant(taken, writes.slice(0, writes.indexOf(taken)), meant, fact);
    if (wrong !== undefined) return wrong;
    const asked = facts.findIndex((each) => each.kind === "written" && each.approval.id === id);
    const isPausedSince = facts.slice(asked, fact.begun).some(({ kind }) => kind === "paused");
    if (asked < fact.begun && isPausedSince) return "a call ran with an approval from before a pause";
  }
  return undefined;
}

/** What is wrong with calls that somebody approved at once. */
function wrongAtOnce(facts: readonly Fact[]): string | undefined {
  const writes = facts.filter((each) => each.kind === "written");
  const decided = writes.flatMap(({ approval: { id, terms, rules, decisions } }) =>
    decisions.flatMap(({ by, together }) =>
      together === undefined ? [] : [{ id, terms, rules, by: by.id }],
    ),
  );
  for (const group of Map.groupBy(decided, ({ by }) => by).values()) {
    const most = group[0]?.rules.together ?? 1;
    if (new Set(group.map(({ id }) => id)).size > most)
      return "more calls were approved at once than allowed";
    if (new Set(group.map(({ terms }) => terms.principal)).size > 1)
      return "calls of several callers were approved at once";
  }
  const isWrong = facts.some(
    (told) =>
      told.kind === "told" && told.ok !== decided.some(({ id, by }) => id === told.id && by === told.by),
  );
  return isWrong ? "somebody was told wrongly what was approved" : undefined;
}

function wrongGrant(
  { approval, at }: Extract<Fact, { kind: "written" }>,
  earlier: readonly Extract<Fact, { kind: "written" }>[],
  meant: readonly Extract<Fact, { kind: "meant" }>[],
  { terms, needsLogIn }: Extract<Fact, { kind: "ran" }>,
): string | undefined {
  const history = earlier.filter((each) => each.approval.id === approval.id).map((each) => each.approval);
  const last = history.at(-1);
  if (!last) return "an approval was used that nobody asked for";
  if (canonicalJson(last.terms as unknown as JsonObject) !== canonicalJson(terms as unknown as JsonObject))
    return "an approval was used for another call";
  const approving = last.decisions.filter(({ verdict }) => verdict === "approve");
  const yes = new Set(approving.map(({ by }) => by.id));
  if (last.rules.approvers > 1 && approving.some(({ by }) => by.isOperator))
    return "an operator counted as one of several people";
  if (yes.size < last.rules.approvers) return "a call ran that too few people had approved";
  const isMeant = [...yes].every((by) =>
    meant.some(
      (each) => each.by === by && each.fingerprint === terms.fingerprint && each.planHash === terms.planHash,
    ),
  );
  if (!isMeant) return "a call ran with a yes to another call";
  if (last.rules.approver === "other" && yes.has(last.asker.id)) return "whoever asked has approved";
  const isLoggedIn = last.decisions.some(
    ({ by, logIn }) => by.id === last.asker.id && logIn?.authTime === freshLogIn,
  );
  if (needsLogIn && !isLoggedIn) return "a call ran without the log-in of whoever asked";
  const isDenied = history.some(({ decisions }) => decisions.some(({ verdict }) => verdict === "deny"));
  if (isDenied) return "a call ran that was denied";
  return at >= last.expiresAt ? "an approval was used that had expired" : undefined;
}
