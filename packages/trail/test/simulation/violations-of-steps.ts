import type { AuditRecord } from "../../src/trail/audit-record.ts";
import { wordFor } from "./clients.ts";
import { isStepped, stepsOf } from "./contracts.ts";
import type { Fact } from "./world.ts";

type Of<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>;

/** What no history of calls made of steps may contain, as far as it has come. */
export function wrongStep(facts: readonly Fact[]): string | undefined {
  const count = (of: readonly Fact[], text: string, step: string, what: Of<"step">["what"]): number =>
    of.filter(
      (fact) => fact.kind === "step" && fact.text === text && fact.step === step && fact.what === what,
    ).length;
  for (const [index, fact] of facts.entries()) {
    const earlier = facts.slice(0, index);
    if (fact.kind === "step" && fact.what !== "declined") {
      const { callId, step, text } = fact;
      if (fact.what === "acted" && count(earlier, text, step, "acted") > 0)
        return `a step acted twice: ${text}`;
      // Without an effect, it runs again only after it has said that it did nothing.
      if (count(earlier, text, step, fact.what) > count(earlier, text, step, "declined"))
        return `a step ran again: ${text}`;
      if (!isOnRecord(earlier, step, "step.begun", callId))
        return `a step without an intent on record: ${text}`;
      const before = stepsOf(text).slice(0, stepsOf(text).indexOf(step));
      if (before.some((name) => count(earlier, text, name, "acted") === 0))
        return `a step before the one on which it depends: ${text}`;
    }
    if ((fact.kind !== "told" && fact.kind !== "probed") || !isStepped(fact.wish.tool)) continue;
    const { text } = fact.wish;
    const isDone = stepsOf(text).every((name) => count(earlier, text, name, "acted") > 0);
    if (fact.outcome !== "nothing" && fact.outcome.kind === "completed" && !isDone)
      return `a success was reported, and a step is missing: ${text}`;
  }
  return undefined;
}

/**
 * A finished step is not lost: at the end the call has completed, unless a step began whose end is not on record and that nobody can look
 * up, or a step has failed for good.
 */
export function wrongEndOfSteps(facts: readonly Fact[]): string | undefined {
  const last = new Map(
    facts.filter((fact) => fact.kind === "probed").map((fact) => [fact.wish, fact.outcome]),
  );
  for (const [{ text, tool }, outcome] of last) {
    if (!isStepped(tool)) continue;
    const word = wordFor(outcome);
    const steps = facts.filter((fact): fact is Of<"step"> => fact.kind === "step" && fact.text === text);
    const isFound = (step: string): boolean =>
      tool === "notes.ship" && steps.some((each) => each.what === "acted" && each.step === step);
    const isExpected =
      word === "completed" ||
      word === "replayed" ||
      (word.endsWith(" outcome_unknown") && openSteps(facts, text).some((step) => !isFound(step))) ||
      (word === "failed note_too_long" && steps.some(({ what }) => what === "declined"));
    if (!isExpected) return `at the end, the server says ${word}: ${text}`;
  }
  return undefined;
}

/** The steps that began last without an end on record. */
function openSteps(facts: readonly Fact[], text: string): readonly string[] {
  const records = facts.flatMap((fact) => (fact.kind === "record" ? [fact.record] : []));
  const calls = records.filter(
    ({ input }) => (input as { readonly text?: string } | undefined)?.text === text,
  );
  const open = new Set<string>();
  for (const record of records) {
    if (record.event === undefined || !calls.some(({ callId }) => callId === record.callId)) continue;
    if (record.event === "step.begun") open.add(stepOf(record));
    else open.delete(stepOf(record));
  }
  return [...open];
}

function isOnRecord(facts: readonly Fact[], step: string, event: string, callId: string): boolean {
  return facts.some(
    (fact) =>
      fact.kind === "record" &&
      fact.record.callId === callId &&
      fact.record.event === event &&
      stepOf(fact.record) === step,
  );
}

function stepOf({ details }: AuditRecord): string {
  return String((details as { readonly step?: unknown } | undefined)?.step);
}
