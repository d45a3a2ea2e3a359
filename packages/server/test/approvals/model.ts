import { canonicalJson, type JsonObject, type ToolContract } from "@proviso/manifest";
import type { Approval, WantedLogIn } from "../../src/api/approval.ts";
import type { ApprovalDesk, Reviewer, ReviewedApproval } from "../../src/api/approval-desk.ts";
import type { Principal } from "../../src/api/outcome.ts";
import type { Store } from "../../src/api/ports.ts";
import type { CallApprovals } from "../../src/approvals/call-approvals.ts";
import { isLogInEnough } from "../../src/tools/log-in.ts";
import { identityOf } from "../../src/canonical/identity.ts";
import { bindEdit } from "../../src/approvals/bind-edit.ts";
import { fingerprint as fingerprintOf } from "../../src/canonical/fingerprint.ts";
import type { AdmittedCall, PlannedCall, ValidCall } from "../../src/pipeline/call/call.ts";
import { validateEdited } from "../../src/pipeline/validate/validate-edited.ts";
import { confirm } from "../../src/pipeline/confirm/confirm.ts";
import type { Runtime } from "../../src/pipeline/runtime/runtime.ts";
import { sealedState } from "../../src/seals/sealed-state.ts";
import { valueSeal } from "../../src/seals/sealed-value.ts";
import { fakeClock, memoryStore, type FakeClock } from "../../src/testing.ts";
import { anna } from "../sample.ts";
import type { World } from "./explore.ts";
import { gatedWorld, type Gate } from "./gated-world.ts";
import { prepare, realm, silent, uncounted } from "./model-parts.ts";

/** The code under test: the real one, or a copy without one of its guards. */
export interface Code {
  readonly callApprovals: typeof import("../../src/approvals/call-approvals.ts").callApprovals;
  readonly approvalParts: typeof import("../../src/approvals/open-approvals.ts").approvalParts;
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

type Written = Pick<
  Approval,
  "id" | "terms" | "decisions" | "rules" | "asker" | "expiresAt" | "usedBy" | "revision"
>;

/** What happened, in the order in which the store saw it. */
type Fact =
  | { readonly kind: "written"; readonly approval: Written; readonly at: number }
  | { readonly kind: "paused" | "resumed" }
  /** What somebody who approved several calls at once was told about one of them. */
  | { readonly kind: "told"; readonly id: string; readonly by: string; readonly ok: boolean }
  /** What a person has seen, and changed, when saying yes. */
  | {
      readonly kind: "meant";
      readonly by: string;
      readonly fingerprint: string;
      readonly planHash: string | null;
    }
  | {
      readonly kind: "ran";
      readonly callId: string;
      readonly terms: Approval["terms"];
      readonly needsLogIn: boolean;
      readonly begun: number;
      /** The amounts that were asked for and that it ran with. */
      readonly asked: number | undefined;
      readonly amount: number | undefined;
    };

const stateKeys = [new Uint8Array(32).fill(7)];
const seal = valueSeal(stateKeys);
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
  const join = (gate: Gate) =>
    code.approvalParts(
      uncounted(gated(store, gate, facts, clock), store),
      seal,
      { audit: silent, clock, auditMs: 1000, onFault: () => {} },
      { realm, ...(isKnown && known) },
    );
  const contracts = Object.values(callers).flatMap((wishes) => wishes.map(({ contract }) => contract));
  const known: NonNullable<Parameters<typeof code.approvalParts>[3]> = {
    bindEdit: async (approval, input) => {
      const contract = contracts.find(({ hash: each }) => each === approval.terms.contractHash);
      return contract ? bindEdit(approval, input, contract) : { ok: true };
    },
  };
  const processes: Record<string, (gate: Gate) => Promise<unknown>> = {};
  for (const [name, wishes] of Object.entries(callers))
    processes[name] = async (gate) => {
      const approvals = code.callApprovals({
        ...join(gate),
        realm,
        waitMs,
        perCaller: 5,
        announce: () => {},
      });
      for (const [number, wish] of wishes.entries()) {
        // A pause may come when one call has asked and the next one has not begun.
        if (pauses && number > 0) await gate("the next call", () => {});
        gate.forget(`call ${number} begins after ${facts.length}`);
        await makeCall(`${name}${number}`, wish, approvals, clock, facts);
      }
    };
  for (const [name, { as, verdict, amount, together }] of Object.entries(people))
    processes[name] = async (gate) => {
      const { desk } = join(gate);
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
  if (pauses) processes["operator"] = (gate) => join(gate).desk.pause("all", { operator: "olga" });
  if (time) processes["time"] = (gate) => gate("time passes", () => clock.advance(waitMs));
  return gatedWorld({
    processes,
    ...(mortal && { mortal }),
    state: () => [clock.now(), facts],
    violation: () => violationIn(facts),
  });
}

async function approveAll(
  desk: ApprovalDesk,
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

/** Each operation waits for its turn, and what it writes becomes a fact. */
function gated(store: Store, gate: Gate, facts: Fact[], clock: FakeClock): Store {
  const open = (key: string, value: unknown): unknown =>
    typeof value === "string" ? seal.open(value, key) : value;
  /** When the process last looked: what it found then is what it decides by. */
  let lookedAt = 0;
  const get = (key: string): ReturnType<Store["get"]> => {
    lookedAt = clock.now().getTime();
    return store.get(key);
  };
  const note = (isWritten: boolean, key: string, value: unknown): boolean => {
    if (isWritten) facts.push(factOf(key, open(key, value), lookedAt));
    return isWritten;
  };
  return {
    get: (key) =>
      gate(
        `get ${key}`,
        () => get(key),
        (stored) => [lookedAt, open(key, stored?.value)],
      ),
    list: (...given) =>
      gate(
        "list",
        async () => (await store.list?.(...given)) ?? [],
        (rows) => rows.map(({ key, value }) => open(key, value)),
      ),
    insert: (key, value, until) =>
      gate(`insert ${key}`, async () => note(await store.insert(key, value, until), key, value)),
    replace: (key, revision, value, until) =>
      gate(`replace ${key}`, async () => note(await store.replace(key, revision, value, until), key, value)),
    put: (key, value, until) =>
      gate(`put ${key}`, async () => void note(true, key, (await store.put(key, value, until), value))),
    delete: (key) => gate(`delete ${key}`, () => store.delete(key)),
    increment: (key, by, until) => gate(`increment ${key}`, () => store.increment(key, by, until)),
    close: () => store.close(),
  };
}

function factOf(key: string, value: unknown, at: number): Fact {
  if (key === "paused") {
    const { pauses } = value as { readonly pauses: readonly { readonly resumed?: number }[] };
    return { kind: pauses.every(({ resumed }) => resumed !== undefined) ? "resumed" : "paused" };
  }
  const { id, terms, decisions, rules, asker, expiresAt, revision, usedBy } = value as Approval;
  const approval = {
    id,
    terms,
    decisions,
    rules,
    asker,
    expiresAt,
    ...(revision !== undefined && { revision }),
    ...(usedBy !== undefined && { usedBy }),
  };
  return { kind: "written", approval, at };
}

/** One call through the confirm stage and its final checks. */
async function makeCall(
  id: string,
  { contract, text = "a", amount, principal = anna, plan, logIn }: Wish,
  approvals: CallApprovals,
  clock: FakeClock,
  facts: Fact[],
): Promise<void> {
  const begun = facts.length;
  const lacksLogIn = logIn !== undefined && !isLogInEnough(principal, logIn, clock.now().getTime());
  const runtime: Pick<Runtime, "audit" | "clock" | "env" | "inbox" | "realm" | "record" | "state" | "store"> =
    {
      audit: silent,
      clock,
      env: "live",
      realm,
      inbox: { approvals, waiting: async () => 0, from: "critical" },
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
