import { approvalTerms, type ToolContract } from "@proviso/manifest";
import { identityOf, type Reviewer } from "@proviso/server/extension";
import type { ApprovalDecision } from "../api/approval.ts";
import type {
  GrantOptions,
  Mandate,
  MandateDesk,
  MandateResult,
  MandateTerms,
  ReviewedMandate,
} from "../api/mandate.ts";
import { personOf } from "../approvals/approval-trail.ts";
import { maxRecords } from "../approvals/call-history.ts";
import { deciderOf, isHidden, notDecided } from "../approvals/decider.ts";
import { objectionTo, type Deciding } from "../approvals/may-decide.ts";
import { mayTakeBack } from "../approvals/step.ts";
import { mandateExamples } from "./examples.ts";
import { grantProblem, riskOf, wideningProblem } from "./grant-problem.ts";
import { circumstancesOf, requestOfMandate, type MandateParts } from "./mandate-parts.ts";
import { ownPartOfMandate, type MandateKey } from "./mandate-records.ts";
import { mandateState } from "./mandate-state.ts";
import { startOfGrant, toolsToGrant } from "./start-of-grant.ts";

/** What people do with standing approvals, over the store. Grants need the contracts: only the desk of a server knows them. */
export function mandateDesk(parts: MandateParts): MandateDesk {
  const { audit, mandates, realm } = parts;
  const get: MandateDesk["get"] = async (id, reviewer) => {
    const mandate = await mandates.byId(id);
    return mandate && (await review(parts, [mandate], reviewer))[0];
  };
  return {
    async list(reviewer) {
      const seen = await review(parts, await mandates.all(), reviewer);
      return seen.toSorted((one, other) => other.grantedAt - one.grantedAt);
    },
    get,
    start: (from, reviewer) => startOfGrant(parts, get, from, reviewer),
    tools: async (reviewer) => toolsToGrant(parts, reviewer),
    async problem(terms, reviewer, replaces) {
      const prepared = await prepare(parts, terms, reviewer, replaces);
      return "message" in prepared ? prepared.message : undefined;
    },
    async examples(terms, start) {
      const newest = (await audit.newest?.(maxRecords).catch(() => undefined)) ?? [];
      const now = (await parts.now()).getTime();
      return mandateExamples(terms, start, newest, realm ?? { product: "", env: "" }, now);
    },
    newId: (terms) => mandates.newId(keyOf(parts, terms)),
    grant: (terms, reviewer, options = {}) => grant(parts, terms, reviewer, options),
    revoke: (id, reviewer, { via = "in process", reason } = {}) => revoke(parts, id, reviewer, via, reason),
  };
}

function keyOf({ realm }: MandateParts, { caller, tool }: MandateTerms): MandateKey {
  const { product = "", env = "" } = realm ?? {};
  return { product, env, tool, principal: identityOf({ ...caller, permissions: [] }) };
}

/** Mandates as somebody sees them; those that they may not see are left out. */
async function review(
  parts: MandateParts,
  found: readonly Mandate[],
  reviewer: Reviewer,
): Promise<readonly ReviewedMandate[]> {
  const decider = deciderOf(reviewer, parts.clock);
  const [list, now] = [await parts.pauses.read(), (await parts.now()).getTime()];
  return found.flatMap((mandate) => {
    const objection = decider && objectionOf(mandate, decider);
    if (!decider || (objection !== undefined && isHidden(objection))) return [];
    const state = mandateState(mandate, circumstancesOf(mandate, list, parts, now));
    return [{ ...mandate, state, ...(objection !== undefined && { objection }) }];
  });
}

function objectionOf(mandate: Mandate, { by, permissions }: Deciding): ReturnType<typeof objectionTo> {
  const { caller, grantedAt, rules, via } = mandate;
  const granted: ApprovalDecision = { verdict: "approve", by: mandate.by, via, at: grantedAt };
  return objectionTo({ asker: caller, decisions: [granted], rules }, by, permissions);
}

interface Prepared {
  readonly tool: ToolContract;
  readonly decider: Deciding;
  readonly now: number;
}

async function prepare(
  parts: MandateParts,
  terms: MandateTerms,
  reviewer: Reviewer,
  replaces: string | undefined,
): Promise<Prepared | { readonly message: string }> {
  const decider = deciderOf(reviewer, parts.clock);
  if (!decider) return notDecided("not_a_person");
  const tool = parts.tools?.find(({ name }) => name === terms.tool);
  if (!tool || !parts.realm)
    return { message: "the contract of this tool is not known here: grant it in the inbox of its server" };
  const now = (await parts.now()).getTime();
  const problem = grantProblem(tool, terms, decider, now);
  if (problem !== undefined) return { message: problem };
  if (replaces === undefined) return { tool, decider, now };
  const [old] = await review(parts, [(await parts.mandates.byId(replaces)) ?? []].flat(), reviewer);
  if (!old || old.ended) return { message: ended };
  const wider = wideningProblem(old, terms, tool);
  return wider === undefined ? { tool, decider, now } : { message: `it is only narrowed: ${wider}` };
}

const ended = "there is no such standing approval, it has ended, or it is for somebody else to decide";
const unrecorded = notDecided("unrecorded").message;

/** On record first: it counts from then on. What it replaces ends before that, so that never both count. */
async function grant(
  parts: MandateParts,
  terms: MandateTerms,
  reviewer: Reviewer,
  { id: givenId, replaces, via = "in process" }: GrantOptions,
): Promise<MandateResult> {
  const prepared = await prepare(parts, terms, reviewer, replaces);
  if ("message" in prepared) return { ok: false, message: prepared.message };
  const { decider, now, tool } = prepared;
  const key = keyOf(parts, terms);
  const id = givenId ?? parts.mandates.newId(key);
  const again = { ok: false, message: "this was granted already" } as const;
  if (await parts.mandates.byId(id)) return again;
  if (replaces !== undefined) {
    const { by } = decider;
    const why = await endWith(parts, replaces, { why: "replaced", at: now, by }, via, (old) =>
      wideningProblem(old, terms, tool),
    );
    if (why !== undefined) return { ok: false, message: why };
  }
  const { approver, approvers, isFromStated, permissions } = approvalTerms(tool);
  const mandate: Mandate = {
    ...terms,
    ...key,
    id,
    title: tool.title,
    riskLevel: riskOf(tool),
    by: decider.by,
    permissions: decider.permissions,
    logIn: decider.logIn,
    via,
    grantedAt: now,
    rules: { approver, approvers, isFromStated, permissions },
    contract: tool,
    pauses: (await parts.pauses.read()).last,
    used: 0,
    spent: 0,
    ...(replaces !== undefined && { replaces }),
  };
  if (!(await onRecord(parts, mandate, "granted", decider.by, via)))
    return { ok: false, message: unrecorded };
  return (await parts.mandates.insert(mandate)) ? { ok: true, mandate } : again;
}

async function revoke(
  parts: MandateParts,
  id: string,
  reviewer: Reviewer,
  via: string,
  reason: string | undefined,
): Promise<MandateResult> {
  const decider = deciderOf(reviewer, parts.clock);
  if (!decider) return { ok: false, message: notDecided("not_a_person").message };
  const at = (await parts.now()).getTime();
  const { by } = decider;
  const mayRevoke = (mandate: Mandate): string | undefined => {
    const objection = objectionOf(mandate, decider);
    return objection === undefined || mayTakeBack(objection) ? undefined : ended;
  };
  const why = await endWith(
    parts,
    id,
    { why: "revoked", at, by, ...(reason !== undefined && { reason }) },
    via,
    mayRevoke,
  );
  if (why !== undefined) return { ok: false, message: why };
  const mandate = await parts.mandates.byId(id);
  return mandate ? { ok: true, mandate } : { ok: false, message: ended };
}

/** Ends a mandate at once, and then puts it on record. Says why not; undefined if it has ended by this. */
async function endWith(
  parts: MandateParts,
  id: string,
  end: NonNullable<Mandate["ended"]> & Required<Pick<NonNullable<Mandate["ended"]>, "by">>,
  via: string,
  refusal: (mandate: Mandate) => string | undefined,
): Promise<string | undefined> {
  let why: string | undefined = ended;
  const mandate = await parts.mandates.update(id, async (each) => {
    why = each.ended ? ended : refusal(each);
    return why === undefined ? { ...each, ended: end } : undefined;
  });
  if (!mandate) return why;
  const isOnRecord = await onRecord(parts, mandate, "revoked", end.by, via, end.reason ?? end.why);
  return isOnRecord ? undefined : `it has ended, but ${unrecorded}`;
}

/** The end has a request, by which uses of a mandate that is in the store again are refused. */
function onRecord(
  { record }: MandateParts,
  { caller, contractHash, count, id, spent, tool, total, until, used, when }: Mandate,
  decision: "granted" | "revoked",
  by: Mandate["by"],
  via: string,
  reason?: string,
): Promise<boolean> {
  return record({
    tool,
    event: "proviso.mandate",
    contractHash,
    principal: personOf(by),
    decision,
    mandate: ownPartOfMandate(id),
    via,
    details: {
      caller: { ...personOf(caller), kind: caller.kind },
      when,
      count,
      until: new Date(until).toISOString(),
      used,
      spent,
      ...(total && { total: { ...total } }),
    },
    ...(reason !== undefined && { reason }),
    ...(decision === "revoked" && { request: requestOfMandate(id, "end") }),
  });
}
