import { join } from "node:path";
import { expect, test } from "vitest";
import { mutantFolder, type Change } from "../mutant-folder.ts";
import { firstViolation } from "./random-history.ts";
import { simulated } from "./platform.ts";

interface Mutant {
  readonly violation: string;
  readonly changes: readonly Change[];
}

/** Copies of the runtime, each without one guard: the simulation finds a history in which that shows. */
const mutants: Readonly<Record<string, Mutant>> = {
  "runs before its intent is on record": {
    violation: "an effect without an intent on record",
    changes: [
      ["pipeline/audit/audit.ts", "if (hasEffects(call) && !(await intent)) return unavailable(call);", ""],
    ],
  },
  "starts although its lease was lost": {
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
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/acquire-key.ts",
        'return { kind: "unknown", ...(sameness !== undefined && { doubt }) };',
        'return "free";',
      ],
    ],
  },
  "runs again what nobody finds": {
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
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/settle-doubt.ts",
        "[done(key, call, outcome, runtime), rememberedUntil(call, runtime)]",
        "[null, new Date(0)]",
      ],
    ],
  },
  "does not ask what became of a call": {
    violation: "at the end, the server says failed outcome_unknown",
    changes: [
      [
        "pipeline/replay/settle-doubt.ts",
        "await reconcile(call, doubt.callId, runtime);",
        "undefined as unknown as Outcome;",
      ],
    ],
  },
  "forgets the outcome": {
    violation: "an effect happened twice",
    changes: [
      [
        "pipeline/replay/replay.ts",
        "isFinalOutcome(outcome, call) ? held.remember(outcome) : held.release()",
        "held.release()",
      ],
    ],
  },
  "takes an approval twice": {
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
    violation: "a success was reported that is not on record",
    changes: [["pipeline/audit/audit.ts", "return kept.every(Boolean) ? outcome", "return kept ? outcome"]],
  },
  "says of a handler that took too long that nothing happened": {
    violation: "an effect happened, and everybody was told that it did not",
    changes: [
      [
        "pipeline/execute/execute.ts",
        'if (!hasEffects(call)) return fail(call, "timeout"',
        'return fail(call, "timeout"',
      ],
    ],
  },
};

/** Many times what each needs. */
const mostHistories = 10_000;

test.each(Object.entries(mutants))(
  "a runtime that %s is found out",
  { timeout: 300_000 },
  async (_, { changes, violation }) => {
    const gate = join(mutantFolder(".", changes), "gate");
    const [code] = await Promise.all([
      import(join(gate, "enforcing-server.ts")),
      // Loaded before time is simulated.
      import(join(gate, "calls.ts")),
    ]);
    const found = await simulated(() => firstViolation(1, mostHistories, code));
    expect(found?.violation?.split(":")[0]).toBe(violation);
  },
);
