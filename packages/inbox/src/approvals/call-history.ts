import type { AuditEntry } from "@proviso/server/extension";
import { isObject, isSameJson, type ToolContract } from "@proviso/manifest";
import { callSentence, sentenceText, valueAt } from "@proviso/manifest/question";
import type { Approval } from "../api/approval.ts";
import type { CallHistory, SeenText } from "../api/approval-desk.ts";
import { setOfPlan } from "../values/set-calls.ts";
import { isAlike, isWithin, otherAccount, samePayment, textsIn, type SaidText } from "./other-account.ts";
import { isOpen } from "./step.ts";

/** Records looked at: without an index, only the newest are found quickly. */
export const maxRecords = 2000;
const maxCalls = 5;
/** Other texts of a field, from which on it is said that they never repeat. */
const minOthers = 3;

/**
 * What the newest records of the trail say beside an approval: what its caller did last, and how often calls of this tool by anybody of
 * the caller's tenant had the same values in their sentence. A call counts if it completed, or if nobody knows whether it acted; a
 * repeated one, which did nothing, does not. `open` are the approvals that wait, and those that wait for their call.
 */
export function callHistory(
  entries: readonly AuditEntry[],
  { asker, createdAt, decisions, edited, id, shown, state, terms, usedBy }: Approval,
  open: readonly Approval[] = [],
  tools: readonly ToolContract[] = [],
): CallHistory {
  const contract = tools.find(({ name }) => name === terms.tool);
  const tenant = entries.filter(({ principal }) => principal?.tenant === asker.tenant);
  const ends = new Map(
    tenant.flatMap((entry) => (entry.kind === "outcome" ? [[entry.callId, entry] as const] : [])),
  );
  const intents = tenant.filter(({ kind }) => kind === "intent");
  const waits = ({ callId }: AuditEntry): boolean => ends.get(callId)?.failure === "approval_pending";
  const asked = edited?.asked.input ?? shown.input;
  // Not found where the trail masks a sensitive argument.
  const isEqual = (entry: AuditEntry): boolean =>
    entry.tool === terms.tool && isSameJson(entry.input ?? null, asked);
  const isThisCall = (entry: AuditEntry): boolean => waits(entry) && isEqual(entry);
  const own = intents.filter(({ principal }) => principal?.id === asker.id);
  const lastCalls = own
    .filter((entry) => !isThisCall(entry))
    .map((entry) => ({
      tool: entry.tool,
      at: Date.parse(entry.time),
      outcome: waits(entry) ? "waited for a decision" : (ends.get(entry.callId)?.outcome ?? "no outcome"),
    }));
  // Until it has ended, none of them is its own run, and what has run while it waited counts too.
  const before = intents.filter(
    ({ tool, time }) => tool === terms.tool && (isOpen({ state }) || Date.parse(time) <= createdAt),
  );
  const isUnknown = ({ callId }: AuditEntry): boolean =>
    (ends.get(callId)?.failure ?? "") === "outcome_unknown" || !ends.has(callId);
  const done = before.filter(({ callId }) => mayHaveActed(ends.get(callId)));
  const others = open.filter(
    (each) => each.id !== id && each.terms.tool === terms.tool && each.asker.tenant === asker.tenant,
  );
  const values = seenTexts(shown, contract, { done, isUnknown, others });
  const [first] = entries;
  const asOpen = others.map(asEntry);
  const alsoOpen = samePayment(shown, asker, createdAt, asOpen);
  const begun = Date.parse(intents.find(({ callId }) => callId === usedBy)?.time ?? "");
  const run = tenant.findLast(({ callId, kind }) => callId === usedBy && /^(outcome|settlement)$/.test(kind));
  const last = state === "approved" ? own.findLast(isEqual) : undefined;
  const inSet = usedBy === undefined ? [] : callsOfSet(shown, usedBy, begun, intents);
  const made = inSet.map((call) => madeCall(call, ends.get(call.callId), tools));
  return {
    lastCalls: lastCalls.toReversed().slice(0, maxCalls),
    values,
    otherAccount: otherAccount(shown, done),
    alsoOtherAccount: otherAccount(shown, asOpen),
    repeat: samePayment(shown, asker, createdAt, done),
    ...(alsoOpen && { alsoOpen }),
    ...(begun && { begun: { at: begun, until: begun + (contract?.timeoutMs ?? 0) } }),
    ...refusedTry(last && ends.get(last.callId), decisions, contract),
    ...(run && { run: endedRun(run, made, contract) }),
    ...(entries.length >= maxRecords && first && { since: Date.parse(first.time) }),
  };
}

/** Whether a call that ended so, or of whose end nothing is on record, may have acted. */
export function mayHaveActed(end: AuditEntry | undefined): boolean {
  return !end || end.failure === "outcome_unknown" || (end.outcome === "completed" && end.replayed !== true);
}

function asEntry({ asker, createdAt, shown: { input } }: Approval) {
  return { input, principal: asker, time: new Date(createdAt).toISOString() };
}

/** The calls that a set made since its yes was used. A program has the id of its first call, which its plan says. */
function callsOfSet(
  { plan }: Approval["shown"],
  usedBy: string,
  begun: number,
  intents: readonly AuditEntry[],
): readonly AuditEntry[] {
  const calls = plan && setOfPlan(plan)?.calls;
  return intents.filter(
    ({ program, time, tool }) =>
      program === (plan?.["program"] ?? usedBy) &&
      !(Date.parse(time) < begun) &&
      (calls?.some((each) => each["tool"] === tool) ?? true),
  );
}

function madeCall(
  { input, tool }: AuditEntry,
  end: AuditEntry | undefined,
  tools: readonly ToolContract[],
): MadeCall {
  const contract = tools.find(({ name }) => name === tool);
  const call = contract && isObject(input) ? sentenceText(callSentence(contract, input)) : tool;
  return { call, outcome: end?.outcome, failure: end?.failure };
}

type MadeCall = NonNullable<NonNullable<CallHistory["run"]>["calls"]>[number];

/** How many calls have run. */
export function completedIn(calls: readonly MadeCall[]): number {
  return calls.filter(({ outcome }) => outcome === "completed").length;
}

function endedRun(
  { failure, outcome = "", time }: AuditEntry,
  inSet: readonly MadeCall[],
  contract: ToolContract | undefined,
): NonNullable<CallHistory["run"]> {
  const mode = contract?.failureModes.find(({ code }) => code === failure);
  const why = mode?.description;
  // `sameKey` means doubt, and what became of steps is in the answer alone.
  const isDeclared = mode?.implied === false && mode.retry !== "sameKey" && !contract?.steps;
  const didNothing = outcome === "refused" || (outcome === "failed" && isDeclared && inSet.length === 0);
  const calls = inSet.length > 0 && { calls: inSet };
  return { outcome, at: Date.parse(time), failure, why, didNothing, ...calls };
}

/** `end`: of the last call that is equal. One before the decision is what was asked about. */
function refusedTry(
  end: AuditEntry | undefined,
  decisions: Approval["decisions"],
  contract: ToolContract | undefined,
): Pick<CallHistory, "tried"> {
  const { failure, time = "" } = end ?? {};
  const at = Date.parse(time);
  if (failure === undefined || failure === "approval_pending" || !(at >= (decisions.at(-1)?.at ?? Infinity)))
    return {};
  return {
    tried: { at, failure, why: contract?.failureModes.find(({ code }) => code === failure)?.description },
  };
}

interface OtherCalls {
  readonly done: readonly AuditEntry[];
  readonly isUnknown: (call: AuditEntry) => boolean;
  readonly others: readonly Approval[];
}

/** Without one of a few fixed values, such as a reason: it repeats by its nature. */
function seenTexts(
  shown: Approval["shown"],
  contract: ToolContract | undefined,
  calls: OtherCalls,
): readonly SeenText[] {
  const isFree = ({ path }: SaidText): boolean =>
    valueAt(contract?.inputSchema ?? {}, [...path.flatMap((name) => ["properties", name]), "enum"]) ===
    undefined;
  const texts = textsIn(shown).filter(isFree);
  return texts.map((said) => seenText(said, texts, calls));
}

function seenText(
  { path, text, isAccount }: SaidText,
  texts: readonly SaidText[],
  calls: OtherCalls,
): SeenText {
  const { done, isUnknown, others } = calls;
  const equal = done.filter(({ input }) => input !== undefined && valueAt(input, path) === text);
  const last = equal.at(-1);
  const different = done
    .flatMap(({ input }) => (input && valueAt(input, path)) ?? [])
    .filter((each) => each !== text);
  const unknown = equal.filter(isUnknown).length;
  const isNearly =
    !last &&
    done.some(({ input = null }) => [isAlike, isWithin].some((isLike) => isLike(valueAt(input, path), text)));
  const isUnique = different.length >= minOthers && new Set(different).size === different.length;
  // A reason that many calls share says nothing; a number that no two share, or the same texts throughout, does.
  const compared = isUnique ? [{ path, text }] : texts;
  const waiting = others.filter(({ shown: { input } }) =>
    compared.every((each) => valueAt(input, each.path) === each.text),
  ).length;
  return {
    name: path.join("."),
    count: equal.length,
    ...(last && { lastAt: Date.parse(last.time) }),
    ...(unknown > 0 && { unknown }),
    ...(waiting > 0 && { waiting }),
    ...(isUnique && { isUnique: true as const }),
    ...(isAccount && { isAccount: true as const }),
    ...(isNearly && { isNearly: true as const }),
  };
}
