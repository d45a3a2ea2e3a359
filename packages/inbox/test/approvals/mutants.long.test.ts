import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { mutantCopy, type Change } from "../../../server/test/mutant-copy.ts";
import { explore } from "../../../server/test/simulation/explore.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { worldOf, type Code } from "./model.ts";
import { scenarios } from "./scenarios.ts";

interface Mutant {
  /** The scenario in which the missing guard shows. */
  readonly scenario: string;
  readonly violation: string;
  readonly changes: readonly Change[];
  /** Of an order of the steps in which it shows early, where the usual one takes a minute. */
  readonly seed?: number;
}

/** Copies of the code, each without one guard. Where two guards prevent the same, both are removed. */
const mutants: Readonly<Record<string, Mutant>> = {
  "uses what nobody approved": {
    scenario: "a call that is late",
    violation: "a call ran that too few people had approved",
    changes: [
      ["step.ts", 'if (approval.state !== "approved") return { approval, rejected: "not_approved" };', ""],
    ],
  },
  "counts one of two approvers as enough": {
    scenario: "two approvers",
    violation: "a call ran that too few people had approved",
    changes: [["may-decide.ts", ">= approval.rules.approvers", ">= 1"]],
  },
  "counts a person twice": {
    scenario: "two approvers, one of whom decides twice",
    violation: "a call ran that too few people had approved",
    changes: [["may-decide.ts", 'return "decided_before"', "return undefined"]],
  },
  "counts an operator beside a person": {
    scenario: "two approvers, one of them an operator",
    violation: "an operator counted as one of several people",
    changes: [
      ["may-decide.ts", 'return approvers > 1 ? "needs_signed_in_people" : undefined;', "return undefined;"],
    ],
  },
  "lets whoever asked approve": {
    scenario: "an approver who asked",
    violation: "whoever asked has approved",
    changes: [["may-decide.ts", 'if (isAsker && rules.approver === "other") return "own_call";', ""]],
  },
  "lets an operator approve their own agent's call": {
    scenario: "an operator with the name of whoever asked",
    violation: "whoever asked has approved",
    changes: [["may-decide.ts", 'if (approver === "other" && isAsker) return "own_call";', ""]],
  },
  "ignores a denial": {
    scenario: "a denial at any time",
    violation: "a call ran that was denied",
    changes: [["step.ts", ', state: "denied" } }', " } }"]],
  },
  "does without the log-in that a call needs": {
    scenario: "a log-in of whoever asked, and an approver",
    violation: "a call ran without the log-in of whoever asked",
    changes: [["step.ts", " && logInUntil(approval, now) > 0", ""]],
  },
  "takes the log-in of somebody else": {
    scenario: "a log-in of whoever asked, and an approver",
    violation: "a call ran without the log-in of whoever asked",
    changes: [
      ["may-decide.ts", "return !by.isOperator && isSameId(by, asker) && (", "return !by.isOperator && ("],
    ],
  },
  "takes a log-in that is too old": {
    scenario: "a log-in that is too old",
    violation: "a call ran without the log-in of whoever asked",
    changes: [
      ["may-decide.ts", "&& isLogInEnough(logIn, wanted, now)", ""],
      ["may-decide.ts", "logIn ? [logInEnd(logIn, wanted, at, now)] : []", "logIn ? [Infinity] : []"],
      ["may-decide.ts", "logInEnd(asker.logIn, wanted, Infinity, now)", "Infinity"],
    ],
  },
  "takes an approval from before the log-in was needed": {
    scenario: "a log-in that becomes too old",
    violation: "a call ran without the log-in of whoever asked",
    changes: [["step.ts", "caller ? withCaller(approval, caller) : approval", "approval"]],
  },
  "takes the log-in of another token": {
    scenario: "an old log-in of one token, and a newer one of another",
    violation: "a call ran without the log-in of whoever asked",
    changes: [["step.ts", "logIn: given }", "logIn: knownLogIn ?? given }"]],
  },
  "ignores the time": {
    scenario: "an expiry at any time",
    violation: "an approval was used that had expired",
    changes: [["step.ts", 'if (now >= expiresAt) return { ...approval, state: "expired" };', ""]],
  },
  "ignores pauses": {
    scenario: "a pause at any time",
    violation: "a call ran with an approval from before a pause",
    changes: [["step.ts", 'if (lastPause > pauses) return withdraw(approval, "paused");', ""]],
  },
  "reads what is paused too early": {
    seed: 1,
    scenario: "a pause at any time",
    violation: "a call ran with an approval from before a pause",
    changes: [
      [
        "call-approvals.ts",
        "const { callId, terms } = call;\n  const list = await parts.pauses.read();",
        "const { callId, terms } = call;\n  const list = await parts.pauses.recent();",
      ],
    ],
  },
  "uses an approval and leaves it approved": {
    scenario: "two processes and one approver",
    violation: "an approval was used twice",
    changes: [["step.ts", 'state: "consumed", usedBy: callId', "usedBy: callId"]],
  },
  "overwrites what another process wrote": {
    scenario: "two processes and one approver",
    violation: "an approval was used twice",
    changes: [
      [
        "approval-records.ts",
        ": store.replace(key, replaced.revision, value, until)",
        ": store.put(key, value, until).then(() => true)",
      ],
    ],
  },
  "takes an approval of other arguments": {
    scenario: "other arguments",
    violation: "an approval was used for another call",
    changes: [
      ["step.ts", "granted.fingerprint === wanted.fingerprint &&", ""],
      ["approval-records.ts", "env, principal, tool, fingerprint]", "env, principal, tool]"],
    ],
  },
  "takes an approval of another caller": {
    scenario: "another caller",
    violation: "an approval was used for another call",
    changes: [
      ["step.ts", "granted.principal === wanted.principal &&", ""],
      ["approval-records.ts", "env, principal, tool, fingerprint]", "env, tool, fingerprint]"],
    ],
  },
  "keeps what others approved before a change": {
    scenario: "a change while others approve",
    violation: "a call ran with a yes to another call",
    changes: [["step.ts", "decisions: [],", "decisions: approval.decisions,"]],
  },
  "takes a yes to what has changed since": {
    scenario: "a change while others approve",
    violation: "a call ran with a yes to another call",
    changes: [
      ["step.ts", 'if (revision !== (approval.revision ?? 0)) return { approval, rejected: "revised" };', ""],
    ],
  },
  "lets an approver ask for more": {
    scenario: "a change to what the contract does not allow",
    violation: "a call ran with more than was asked for",
    changes: [["narrow.ts", "Math.abs(to) <= Math.abs(from)", "true"]],
  },
  "lets a change be approved before it is planned": {
    scenario: "a change of a planned call",
    violation: "an approval was used for another call",
    changes: [
      ["step.ts", 'if (approval.edited?.isUnbound) return { approval, rejected: "unbound" };', ""],
      ["step.ts", "granted.planHash === wanted.planHash", "true"],
    ],
  },
  "runs a changed call as it was asked for": {
    scenario: "a change at any time",
    violation: "an approval was used for another call",
    changes: [
      ["step.ts", "granted.fingerprint === wanted.fingerprint &&", ""],
      ["call-approvals.ts", "if (fits(approval.shown.input)) return approval;", "return undefined;"],
    ],
  },
  "approves more calls at once than the contract allows": {
    scenario: "more calls at once than the contract allows",
    violation: "more calls were approved at once than allowed",
    changes: [
      [
        "step.ts",
        'if ((decision.together ?? 1) > (approval.rules.together ?? 1))\n    return { approval, rejected: "not_together" };',
        "",
      ],
      ["decide-together.ts", "length > together", "length < 0"],
    ],
  },
  "approves what nobody has seen with what was seen": {
    scenario: "several calls at once, and one that comes later",
    violation: "a call ran with a yes to another call",
    changes: [
      [
        "decide-together.ts",
        "revision = 0 } of calls) {",
        "revision = 0 } of (await parts.records.all()).map(({ id, revision = 0 }) => ({ id, revision }))) {",
      ],
    ],
  },
  "approves calls of several callers at once": {
    scenario: "several calls at once of several callers",
    violation: "calls of several callers were approved at once",
    changes: [["decide-together.ts", "one.terms.principal === other.terms.principal &&", ""]],
  },
  "says that all were approved": {
    scenario: "several calls at once, of which one is denied",
    violation: "somebody was told wrongly what was approved",
    changes: [
      [
        "decide-together.ts",
        "results.push({ id, result });",
        "results.push({ id, result: { ok: true, approval: (await parts.records.byId(id)).approval as Approval } });",
      ],
    ],
  },
  "takes an approval of another contract": {
    scenario: "a changed contract",
    violation: "an approval was used for another call",
    changes: [
      ["step.ts", "granted.contractHash === wanted.contractHash &&", ""],
      [
        "step.ts",
        'if (contractHash !== undefined && contractHash !== terms.contractHash)\n    return withdraw(approval, "contract_changed");',
        "",
      ],
    ],
  },
  "takes an approval of another plan": {
    scenario: "a changed plan",
    violation: "an approval was used for another call",
    changes: [
      ["step.ts", "granted.planHash === wanted.planHash", "true"],
      [
        "step.ts",
        'if (planHash !== undefined && planHash !== terms.planHash && !edited?.isUnbound)\n    return withdraw(approval, "plan_changed");',
        "",
      ],
    ],
  },
};

// CI tries some of them.
test.each(pieceOf(Object.entries(mutants), 5))(
  "code that %s is found out",
  async (_, { scenario, violation, changes, seed }) => {
    const world = scenarios[scenario];
    if (!world) throw new Error(`there is no scenario ${scenario}`);
    const code = await mutantOf(changes);
    const order = seed === undefined ? undefined : { runs: Infinity, random: seeded(seed) };
    const found = await explore(() => worldOf(world, code), undefined, order);
    expect(found.violation?.what).toBe(violation);
  },
);

const source = fileURLToPath(new URL("../../src", import.meta.url));

/** The code of `src/approvals` with these changes, loaded from a copy. */
async function mutantOf(changes: Mutant["changes"]): Promise<Code> {
  const { path: copy, remove } = mutantCopy("approvals", changes, nearer, source);
  onTestFinished(remove);
  const [answers, desk, parts] = await Promise.all([
    import(join(copy, "answer-calls.ts")),
    import(join(copy, "approval-desk.ts")),
    import(join(copy, "approval-parts.ts")),
  ]);
  return { ...answers, ...desk, ...parts };
}

function nearer(text: string): string {
  return text.replaceAll('from "../', 'from "../../src/');
}
