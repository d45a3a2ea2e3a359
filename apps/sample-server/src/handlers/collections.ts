import type { DunningStep } from "@backoffice/schemas/collections";
import type { CollectionsHandlers } from "@backoffice/server";
import { inSteps } from "@proviso/server";
import { deliver } from "../ports/deliver.ts";
import { type Debt, decideStep, dunningLetter, readDebtor, readDebts } from "../business/dunning.ts";
import { euros, printMoney } from "../business/money.ts";
import { suspend } from "../business/suspension.ts";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { tryLater } from "../business/try-later.ts";
import { insertRow } from "../database/rows.ts";

const lettersPerSecond = 10;

/** The handlers of `collections`. */
export const collections: CollectionsHandlers<Ports> = {
  runDunning: {
    async plan(input, { fail, ports, now }) {
      const debts = await readDebts(ports.database, input, now());
      if (debts.length === 0) throw fail.nothingPastDue(undefined, tryLater);
      const steps = debts.map(decideStep);
      const suspended = countSteps(steps, "suspend");
      const outstanding = euros(debts.reduce((sum, debt) => sum + debt.cents, 0));
      return {
        customerCount: debts.length,
        outstanding,
        steps,
        warnings: suspended > 0 ? [`${suspended} customers lose access at once.`] : [],
        expectedSideEffects: [
          `${debts.length} customers who owe ${printMoney(outstanding)} in all get an email.`,
          `${suspended} subscriptions will be suspended.`,
          ...debts.map(describeStep),
          ...lettersOf(debts, input.tone),
        ],
        estimatedDurationMs: (debts.length * 1000) / lettersPerSecond,
        targets: steps.map(({ subscriptionId, step }) => ({ subscriptionId, step })),
      };
    },

    execute: inSteps(async (input, { fail, ports, now, step }) => {
      const debts = await readDebts(ports.database, input, now());
      const { runId, decided } = await step("decide", input, () => {
        if (debts.length === 0) throw fail.nothingPastDue(undefined, tryLater);
        return { runId: newId("run"), decided: debts.map(decideStep) };
      });
      const steps: DunningStep[] = [];
      for (const each of decided) {
        const { subscriptionId } = each;
        const isSuspension = each.step === "suspend";
        const act = (key: string) => suspend(ports.database, subscriptionId, key);
        if (isSuspension && !(await step(`suspend_${subscriptionId}`, each, act))) continue;
        const letter = isSuspension ? "tell" : "write";
        const isLate = await step(`${letter}_${subscriptionId}`, each, async (id) => {
          const status = isSuspension ? "suspended" : "past_due";
          const debtor = await readDebtor(ports.database, subscriptionId, status);
          if (!debtor) return false;
          await deliver(
            ports.mail,
            { id, to: [debtor.email], ...dunningLetter(debtor, each, input.tone) },
            fail,
          );
          return true;
        });
        if (!isLate) continue;
        await step(`record_${subscriptionId}`, each, () => recordDunningStep(ports, runId, each, now()));
        steps.push(each);
      }
      return {
        runId,
        steps,
        reminded: countSteps(steps, "remind"),
        warned: countSteps(steps, "warn"),
        suspended: countSteps(steps, "suspend"),
      };
    }),
  },
};

async function recordDunningStep(
  { database }: Ports,
  runId: string,
  { customerId, subscriptionId, step, reason }: DunningStep,
  now: Date,
): Promise<void> {
  const createdAt = now.toISOString();
  await insertRow(database, "dunningSteps", { runId, customerId, subscriptionId, step, reason, createdAt });
}

function countSteps(steps: readonly DunningStep[], step: DunningStep["step"]): number {
  return steps.filter((each) => each.step === step).length;
}

/** One letter of each kind that the run sends, for whoever approves it: the others differ by name, plan and days. */
function lettersOf(debts: readonly Debt[], tone?: "friendly" | "firm"): readonly string[] {
  const first = new Map(debts.toReversed().map((debt) => [decideStep(debt).step, debt]));
  return [...first.values()].map((debt) => {
    const { subject, text } = dunningLetter(debt, decideStep(debt), tone);
    const kind = done[decideStep(debt).step];
    return `The letter to whoever is ${kind}, here ${debt.name}: ${subject}. ${text.replaceAll("\n\n", " ")}`;
  });
}

const done = { remind: "reminded", warn: "warned", suspend: "suspended" };

/** Says whom a step concerns, for whoever approves the run: an id says it to nobody. */
function describeStep(debt: Debt): string {
  const { name, customerId, cents, daysLate } = debt;
  const owed = printMoney(euros(cents));
  return `${name} (${customerId}) is ${done[decideStep(debt).step]}: ${owed}, ${daysLate} days late.`;
}
