import type { DunningStep } from "@backoffice/schemas/collections";
import type { CollectionsHandlers } from "@backoffice/server";
import { deliver } from "../ports/deliver.ts";
import { decideStep, type Debt, dunningLetter, readDebts } from "../business/dunning.ts";
import { euros } from "../business/money.ts";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { tryLater } from "../business/try-later.ts";

const lettersPerSecond = 10;

/** The handlers of `collections`. */
export const collections: CollectionsHandlers<Ports> = {
  runDunning: {
    async plan(input, { fail, ports, now }) {
      const debts = await readDebts(ports.database, input, now());
      if (debts.length === 0) throw fail.nothingPastDue(undefined, tryLater);
      const steps = debts.map(decideStep);
      const suspended = countSteps(steps, "suspend");
      return {
        customerCount: debts.length,
        outstanding: euros(debts.reduce((sum, debt) => sum + debt.cents, 0)),
        steps,
        warnings: suspended > 0 ? [`${suspended} customers lose access at once.`] : [],
        expectedSideEffects: [
          `${debts.length} emails will be sent.`,
          `${suspended} subscriptions will be suspended.`,
        ],
        estimatedDurationMs: (debts.length * 1000) / lettersPerSecond,
        targets: steps.map(({ subscriptionId, step }) => ({ subscriptionId, step })),
      };
    },

    async execute(input, { fail, ports, progress, signal, now }) {
      const debts = await readDebts(ports.database, input, now());
      if (debts.length === 0) throw fail.nothingPastDue(undefined, tryLater);
      const runId = newId("run");
      const steps: DunningStep[] = [];
      for (const debt of debts) {
        signal.throwIfAborted();
        const step = decideStep(debt);
        const letter = dunningLetter(debt, step, input.tone ?? "friendly");
        await deliver(ports.mail, { to: [debt.email], ...letter }, fail);
        await recordDunningStep(ports, runId, debt, step, now());
        steps.push(step);
        progress({ progress: steps.length, total: debts.length, message: `${debt.name}: ${step.step}` });
      }
      return {
        runId,
        steps,
        reminded: countSteps(steps, "remind"),
        warned: countSteps(steps, "warn"),
        suspended: countSteps(steps, "suspend"),
      };
    },
  },
};

async function recordDunningStep(
  { database }: Ports,
  runId: string,
  { customerId, subscriptionId }: Debt,
  { step, reason }: DunningStep,
  now: Date,
): Promise<void> {
  const createdAt = now.toISOString();
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("dunningSteps")
      .values({ runId, customerId, subscriptionId, step, reason, createdAt })
      .execute();
    if (step === "suspend")
      await transaction
        .updateTable("subscriptions")
        .set({ status: "suspended" })
        .where("id", "=", subscriptionId)
        .execute();
  });
}

function countSteps(steps: readonly DunningStep[], step: DunningStep["step"]): number {
  return steps.filter((each) => each.step === step).length;
}
