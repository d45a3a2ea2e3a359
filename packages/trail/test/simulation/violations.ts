import type { Outcome } from "../../../server/src/api/outcome.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { centsOf, isStepped, maxCents, maxPosts, readerName, spendingNames } from "./contracts.ts";
import { wrongEndOfSteps, wrongStep } from "./violations-of-steps.ts";
import { isRepeatable, wordFor, type Wish } from "./clients.ts";
import type { Fact, World } from "./world.ts";

type Of<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>;

/** What no history may contain, as far as it has come. */
export function violationIn(facts: readonly Fact[]): string | undefined {
  const effects = all(facts, "effect");
  for (const [index, { callId, text }] of [...facts.entries()].filter(isEffect)) {
    const earlier = facts.slice(0, index);
    const records = all(earlier, "record").filter(({ record }) => record.callId === callId);
    const isRecorded = (kind: string): boolean => records.some(({ record }) => record.kind === kind);
    if (effects.filter((each) => each.callId === callId).length > 1)
      return `a call took effect twice: ${text}`;
    if (!isRecorded("intent")) return `an effect without an intent on record: ${text}`;
    const wish = wishOf(facts, text);
    if (wish?.tool !== "notes.publish") continue;
    if (!isRecorded("approval")) return `an effect without an approval on record: ${text}`;
    const accepted = all(earlier, "accepted").filter((each) => each.wish === wish).length;
    const done = effects.filter((each) => each.text === text).length;
    if (accepted === 0) return `an effect that nobody approved: ${text}`;
    if (done > all(facts, "accepted").filter((each) => each.wish === wish).length)
      return `an approval was used twice: ${text}`;
  }
  for (const wish of wishesOf(facts))
    if (isRepeatable(wish) && effects.filter(({ text }) => text === wish.text).length > 1)
      return `an effect happened twice: ${wish.text}`;
  const posts = effects.filter(({ text }) => wishOf(facts, text)?.tool === "notes.post").length;
  if (posts > maxPosts) return `more effects than the rate limit allows: ${posts}`;
  if (spentIn(facts) > maxCents) return `more was spent than the budget allows: ${spentIn(facts)}`;
  return wrongStep(facts) ?? wrongAnswer(facts) ?? wrongRecord(facts);
}

/** What the effects cost, all of one tool. */
function spentIn(facts: readonly Fact[]): number {
  return all(facts, "effect")
    .filter(({ text }) => isSpending(wishOf(facts, text)))
    .reduce((sum, { text }) => sum + centsOf(text), 0);
}

function isSpending(wish: Wish | undefined): boolean {
  return spendingNames.some((name) => name === wish?.tool);
}

/** At rest everything that was spent counts, and what counts was spent, or its outcome is unknown. */
async function wrongBudget({ budgets, facts, kinds }: World): Promise<string | undefined> {
  const effects = all(facts, "effect").filter(({ text }) => isSpending(wishOf(facts, text)));
  const counts = await budgets();
  const held = counts.flatMap((count) => Object.entries(count.held));
  const spent = counts.reduce((sum, count) => sum + count.spent, 0);
  const heldEffects = effects.filter(({ callId }) => held.some(([id]) => id === callId));
  const heldCents = heldEffects.reduce((sum, { text }) => sum + centsOf(text), 0);
  if (spent + heldCents !== spentIn(facts))
    return `the budget does not count what was spent: ${spent} and ${heldCents} of ${spentIn(facts)}`;
  for (const [id] of held) {
    const records = all(facts, "record").flatMap(({ record }) => (record.callId === id ? [record] : []));
    const isKnown = records.some(({ outcome, failure }) => outcome && failure !== "outcome_unknown");
    if (isKnown && !kinds.has("kill")) return `an amount is held, and its outcome is known: ${id}`;
    const began = all(facts, "began").some(({ callId }) => callId === id);
    const text = (records[0]?.input as { readonly text?: string } | undefined)?.text ?? "";
    const wish = wishOf(facts, text);
    const isDone = effects.some((each) => each.text === text && each.callId !== id);
    if (!began && isDone && wish && isRepeatable(wish))
      return `an amount is held for a call that never began, and its repeat is done: ${id}`;
  }
  return undefined;
}

/** What may not be left when a history has come to rest. */
export async function violationAtRest(world: World): Promise<string | undefined> {
  const { facts, kinds, machines } = world;
  const verdict = await verifyAudit({
    headsLag: false,
    heads: async () => machines.map(({ log }) => log.head),
    events: () => machines.flatMap(({ log }) => log.events),
    newest: async () => [],
    close: async () => {},
  });
  if (!verdict.ok) return `the audit trail does not verify: ${verdict.message}`;
  return (
    violationIn(facts) ??
    (await wrongBudget(world)) ??
    wrongSilence(facts) ??
    wrongProbe(facts, kinds) ??
    wrongEndOfSteps(facts) ??
    wrongWithoutFaults(facts, kinds)
  );
}

/** Nobody is told of a success that did not happen, or is not on record. */
function wrongAnswer(facts: readonly Fact[]): string | undefined {
  for (const { wish, outcome } of [...all(facts, "told"), ...all(facts, "probed")]) {
    if (outcome === "nothing" || outcome.kind !== "completed") continue;
    const { text } = wish;
    const { id } = outcome.output;
    if (isStepped(wish.tool)) continue;
    if (!all(facts, "effect").some((effect) => effect.text === text && effect.callId === id))
      return `a success was reported that did not happen: ${text}`;
    const isOnRecord = all(facts, "record").some(
      ({ record }) => record.callId === id && record.outcome === "completed",
    );
    if (!outcome.replayed && !isOnRecord) return `a success was reported that is not on record: ${text}`;
  }
  return undefined;
}

/** The trail says of no call that it did what it did not, or the reverse. */
function wrongRecord(facts: readonly Fact[]): string | undefined {
  for (const { record } of all(facts, "record")) {
    const { callId, kind, outcome, failure, replayed } = record;
    if ((kind !== "outcome" && kind !== "settlement") || record.tool === readerName) continue;
    if (isStepped(record.tool)) continue;
    const happened = all(facts, "effect").some((effect) => effect.callId === callId);
    if (outcome === "refused" && happened) return `the trail calls refused what took effect: ${callId}`;
    if (outcome === "completed" && !replayed && !happened)
      return `the trail calls done what did not happen: ${callId}`;
    if (failure === "note_too_long" && happened) return `the trail calls failed what took effect: ${callId}`;
  }
  return undefined;
}

/** Whoever was told of every attempt that it did not happen is right. */
function wrongSilence(facts: readonly Fact[]): string | undefined {
  for (const { text } of all(facts, "effect")) {
    const told = all(facts, "told").filter(({ wish }) => wish.text === text);
    const before = all(facts, "probed").find(({ wish }) => wish.text === text)?.before;
    if (before !== 0 && told.every(({ outcome }) => isDenial(outcome)))
      return `an effect happened, and everybody was told that it did not: ${text}`;
  }
  return undefined;
}

function isDenial(outcome: Outcome | "nothing"): boolean {
  if (outcome === "nothing" || outcome.kind === "completed") return false;
  return !("failure" in outcome) || !["outcome_unknown", "in_progress"].includes(outcome.failure.code);
}

/**
 * A repeated call at the end returns what happened, runs if nothing did, or says that it is not known. It is known if another
 * tool can find it out, if no handler was entered and no process died, and if nothing failed.
 */
function wrongProbe(facts: readonly Fact[], kinds: World["kinds"]): string | undefined {
  const last = new Map(all(facts, "probed").map((each) => [each.wish, each]));
  for (const { wish, outcome } of last.values()) {
    // A call that never ran may have used up the limit.
    if (!isRepeatable(wish) || wish.tool === "notes.post" || isStepped(wish.tool)) continue;
    const word = wordFor(outcome);
    if (isSpending(wish) && word === "refused rate_limit_exceeded") continue;
    const first = all(facts, "probed").find((each) => each.wish === wish);
    const known = first?.before === 0 ? "completed" : "replayed";
    const isFound = ["notes.send", "notes.disburse"].includes(wish.tool) && first?.before !== 0;
    const neverBegan = !kinds.has("kill") && !all(facts, "began").some(({ text }) => text === wish.text);
    const mayBeUnknown = !isFound && !neverBegan && !isWithoutFaults(kinds);
    if (word !== known && !(mayBeUnknown && word.endsWith(" outcome_unknown")))
      return `at the end, the server says ${word}: ${wish.text}`;
  }
  return undefined;
}

/** The kinds of choices after which an outcome can be unknown, or a record be missing. */
const ordinary = new Set(["go", "answer", "slow", "timer", "time", "start", "twice", "decline", "skew"]);

function isWithoutFaults(kinds: World["kinds"]): boolean {
  return [...kinds].every((kind) => ordinary.has(kind));
}

function wrongWithoutFaults(facts: readonly Fact[], kinds: World["kinds"]): string | undefined {
  const records = all(facts, "record").map(({ record }) => record);
  if (
    [...kinds].every((kind) => kind === "go" || kind === "answer" || kind === "timer" || kind === "twice")
  ) {
    const unknown = all(facts, "told").find(({ outcome }) => wordFor(outcome).includes("outcome_unknown"));
    if (unknown) return `without any fault, an outcome is not known: ${unknown.wish.text}`;
  }
  if (!isWithoutFaults(kinds)) return undefined;
  for (const { callId } of all(facts, "effect"))
    if (!records.some((each) => each.callId === callId && each.outcome === "completed"))
      return `a call took effect, and no record says so at the end: ${callId}`;
  for (const { callId } of records.filter(({ kind }) => kind === "intent"))
    if (records.filter((each) => each.callId === callId && each.kind === "outcome").length !== 1)
      return `a call has an intent on record, and not one outcome: ${callId}`;
  return undefined;
}

function all<Kind extends Fact["kind"]>(facts: readonly Fact[], kind: Kind): readonly Of<Kind>[] {
  return facts.filter((fact): fact is Of<Kind> => fact.kind === kind);
}

function isEffect(entry: readonly [number, Fact]): entry is [number, Of<"effect">] {
  return entry[1].kind === "effect";
}

function wishesOf(facts: readonly Fact[]): ReadonlySet<Wish> {
  return new Set(facts.flatMap((fact) => ("wish" in fact ? [fact.wish] : [])));
}

function wishOf(facts: readonly Fact[], text: string): Wish | undefined {
  return [...wishesOf(facts)].find((wish) => wish.text === text);
}
