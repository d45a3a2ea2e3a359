import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mutantCopy, type Change } from "../../../server/test/mutant-copy.ts";
import type { Code } from "./machines.ts";
import { simulated } from "../../../server/test/simulation/platform.ts";
import { firstViolation, type History, type Subject } from "./random-history.ts";

export interface Break {
  /** Where the tests begin to search: a history in which it showed, as `./x bench simulate --breaks` counts them. */
  readonly seed: number;
  readonly violation: string;
  readonly changes: readonly Change[];
  /** Whose histories show it. */
  readonly subject?: Subject;
}

/** Changes of the runtime, each of which takes away one guard, and the violation that the simulation finds in each copy. */
export const breaks: Readonly<Record<string, Break>> = {
  "runs before its intent is on record": {
    seed: 6,
    violation: "an effect without an intent on record",
    changes: [
      ["pipeline/audit/audit.ts", "if (hasEffects(call) && !(await intent)) return unavailable(call);", ""],
    ],
  },
  "starts although its lease was lost": {
    seed: 6999,
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/held-key.ts",
        "return inTurn(renew);",
        "return inTurn(async () => (await renew(), true));",
      ],
    ],
  },
  "runs again what began and never reported": {
    seed: 43,
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/acquire-key.ts",
        'return { kind: "unknown", ...(sameness !== undefined && { attempt }) };',
        'return "free";',
      ],
    ],
  },
  "runs again what nobody finds": {
    seed: 4683,
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/replay.ts",
        'return acquired.kind === "ours"',
        'if (acquired.kind === "unknown" && call.tool.contract.reconcile) return next(call); return acquired.kind === "ours"',
      ],
    ],
  },
  "frees the key of what was found": {
    seed: 41,
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/resolve-unknown.ts",
        "[done(key, call, outcome, runtime), rememberedUntil(call, runtime)]",
        "[null, new Date(0)]",
      ],
    ],
  },
  "does not ask what became of a call": {
    seed: 93,
    violation: "at the end, the server says refused outcome_unknown",
    changes: [
      [
        "pipeline/replay/resolve-unknown.ts",
        "await lookUpOutcome(call, attempt.callId, runtime);",
        "undefined as unknown as Outcome;",
      ],
    ],
  },
  "forgets the outcome": {
    seed: 1,
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/replay.ts",
        "isFinalOutcome(outcome, call) ? held.remember(outcome) : release(held, call)",
        "release(held, call)",
      ],
    ],
  },
  "takes an approval twice": {
    seed: 33,
    violation: "an approval was used twice",
    changes: [
      [
        "pipeline/confirm/confirm.ts",
        "(await store.insert(`approval:${question.nonce}`, true, knownUntil))",
        "true",
      ],
    ],
  },
  "reports what is not on record": {
    seed: 7,
    violation: "a success was reported that is not on record",
    changes: [["pipeline/audit/audit.ts", "return kept.every(Boolean) ? outcome", "return kept ? outcome"]],
  },
  "says of a handler that took too long that nothing happened": {
    seed: 1131,
    violation: "an effect happened, and everybody was told that it did not",
    changes: [
      [
        "pipeline/execute/execute.ts",
        'if (!hasEffects(call)) return fail(call, "timeout"',
        'return fail(call, "timeout"',
      ],
    ],
  },
  "does not look whose record it renews": {
    seed: 1017,
    violation: "an effect happened twice",
    changes: [["pipeline/replay/key-record.ts", "record?.callId === call.id", "record"]],
  },
  "frees the key of an outcome that is not known": {
    seed: 141,
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/call/is-final-outcome.ts",
        "return history.executed && !isDeclared && !tool.contract.hints.readOnlyHint;",
        "return false;",
      ],
    ],
  },
  "does not free later what it could not free at once": {
    seed: 604,
    violation: "at the end, the server says refused outcome_unknown",
    changes: [["pipeline/runtime/try-later.ts", "await pauseFor(pauseMs);", "return;"]],
  },
  "takes a key for free when a late write has changed its record": {
    seed: 2491,
    violation: "at the end, the server says refused outcome_unknown",
    changes: [["pipeline/replay/held-key.ts", "throw new Error(", "void new Error("]],
  },
  "does not correct an outcome when the handler ends late": {
    seed: 1532,
    violation: "at the end, the server says failed outcome_unknown",
    changes: [["pipeline/replay/replay.ts", "if (late) runtime.trackLate", "if (false) runtime.trackLate"]],
  },
  "does not record what a handler says late": {
    seed: 597,
    violation: "a call took effect, and no record says so at the end",
    changes: [["pipeline/audit/audit.ts", "if (late) trackLate", "if (false) trackLate"]],
  },
  "forgets a running call with its lease": {
    seed: 41,
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/key-record.ts",
        "return Math.max(ttlOf(tool), tool.contract.timeoutMs + 2 * keySlackMs);",
        "return leaseMs;",
      ],
    ],
  },
  "keeps a lease as long as an outcome": {
    seed: 19,
    violation: "at the end, the server says refused in_progress",
    changes: [["pipeline/replay/key-record.ts", "keptMs(call) - leaseMs", "0"]],
  },
  "runs what a person declined": {
    seed: 28,
    violation: "an approval was used twice",
    changes: [
      [
        "pipeline/confirm/confirm.ts",
        'if (action === "decline") return "no";',
        'if (action === "decline") return "yes";',
      ],
    ],
  },
  "runs before its approval is on record": {
    seed: 80,
    violation: "an effect without an approval on record",
    changes: [
      [
        "pipeline/confirm/put-on-record.ts",
        "if (isOnRecord) return checkUse(call, used.request, runtime);",
        "return undefined;",
      ],
    ],
  },
  "counts after it has looked at the limit, and looks no more": {
    seed: 45,
    violation: "more effects than the rate limit allows",
    changes: [
      ["pipeline/limit/reservations.ts", "if (totalOf(count) + amount > each.limit) return undefined;", ""],
    ],
  },
  "spends without looking at what others reserved meanwhile": {
    seed: 12,
    subject: "budget",
    violation: "more was spent than the budget allows",
    changes: [
      ["pipeline/limit/reservations.ts", "if (totalOf(count) + amount > each.limit) return undefined;", ""],
    ],
  },
  "returns an amount whose outcome is unknown": {
    seed: 17,
    subject: "budget",
    violation: "the budget does not count what was spent",
    changes: [
      [
        "pipeline/limit/reservations.ts",
        "const isSpent = outcome !== undefined && isFinalOutcome(outcome, call);",
        "const isSpent = outcome !== undefined && isFinalOutcome(outcome, call) && !isUnknown(outcome);",
      ],
    ],
  },
  "keeps what a call held that never began": {
    seed: 127,
    subject: "budget",
    violation: "an amount is held for a call that never began, and its repeat is done",
    changes: [
      [
        "pipeline/limit/limit.ts",
        "if (call.replaces?.length) await counts.returnUnused(call, call.replaces, limits);",
        "",
      ],
    ],
  },
  "lets a reservation take effect after it was returned": {
    seed: 26,
    subject: "budget",
    violation: "an amount is held, and its outcome is known",
    changes: [["pipeline/limit/reservations.ts", "?? (isSpent ? undefined : count);", "?? undefined;"]],
  },
  "does not return later what it could not return at once": {
    seed: 52,
    subject: "budget",
    violation: "an amount is held, and its outcome is known",
    changes: [["pipeline/limit/reservations.ts", "call.history.returning = tryLater(write);", ""]],
  },
  "counts a call twice that settles twice": {
    seed: 5,
    subject: "budget",
    violation: "the budget does not count what was spent",
    changes: [
      ["pipeline/limit/counter.ts", "if (amount === undefined) return undefined;", ""],
      [
        "pipeline/limit/counter.ts",
        "count.spent + (isSpent ? amount : 0)",
        "count.spent + (isSpent ? (amount ?? 250) : 0)",
      ],
    ],
  },
  "acts in a step before its intent is on record": {
    seed: 1,
    subject: "steps",
    violation: "a step without an intent on record",
    changes: [
      [
        "pipeline/execute/call-steps.ts",
        'await context.audit("step.begun", intent);',
        'context.audit("step.begun", intent).catch(() => {});',
      ],
    ],
  },
  "forgets what a finished step returned": {
    seed: 1,
    subject: "steps",
    violation: "at the end, the server says failed outcome_unknown",
    changes: [
      [
        "pipeline/execute/call-steps.ts",
        "return row.ended ? row.result : await lookUp(step);",
        "return await lookUp(step);",
      ],
    ],
  },
  "takes a step again that may have acted": {
    seed: 3,
    subject: "steps",
    violation: "a step ran again",
    changes: [
      [
        "pipeline/execute/call-steps.ts",
        "if (!row || row.failed) return await begin(step, row !== undefined);",
        "if (row && !row.ended) await rows?.put(step.number, { ...row, failed: true }); if (!row?.ended) return await begin(step, row !== undefined);",
      ],
    ],
  },
  "frees the key of a call that it cannot continue": {
    seed: 3,
    subject: "steps",
    violation: "a step ran again",
    changes: [["pipeline/replay/held-key.ts", "call.work?.calls.length", "false"]],
  },
  "continues its chain from what it remembers": {
    seed: 3,
    violation: "at the end, the server says refused server_unavailable",
    changes: [["trail/chained-audit.ts", "last = undefined;", ""]],
  },
  "takes a record for durable though the chain had grown": {
    seed: 350,
    violation: "the audit trail does not verify",
    changes: [
      [
        "trail/chained-audit.ts",
        "if (await log.append(events, head)) {",
        "await log.append(events, head); {",
      ],
    ],
  },
  "says that records are durable before they are": {
    seed: 7,
    violation: "an effect without an intent on record",
    changes: [
      [
        "trail/grouped-audit.ts",
        "waitingRecords.push({ entry: writtenEntry(entry, name), resolve, reject });",
        "waitingRecords.push({ entry: writtenEntry(entry, name), resolve, reject }); resolve();",
      ],
    ],
  },
};

const trailSource = fileURLToPath(new URL("../../src", import.meta.url));

/** Many times what most of them need. */
export const maxHistories = 10_000;

/** The first history in which a broken runtime shows. Undefined if there is none in so many. */
export async function findBreak(
  { changes, subject }: Break,
  from = 1,
  count = maxHistories,
): Promise<History | undefined> {
  const isOfTrail = ([file]: Change): boolean => file.startsWith("trail/");
  const copy = mutantCopy(
    ".",
    changes.filter((change) => !isOfTrail(change)),
  );
  const trail = mutantCopy(".", changes.filter(isOfTrail), undefined, trailSource);
  try {
    const { createEnforcingServer } = await import(join(copy.path, "gate/enforcing-server.ts"));
    const { chainedAudit } = await import(join(trail.path, "trail/chained-audit.ts"));
    // Loaded before time is simulated.
    await import(join(copy.path, "gate/calls.ts"));
    const code: Code = { createEnforcingServer, chainedAudit };
    return await simulated(() => firstViolation(from, count, code, subject));
  } finally {
    copy.remove();
    trail.remove();
  }
}
