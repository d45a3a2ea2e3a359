import type { DunningStep } from "@backoffice/schemas/collections";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/** What the run knows about a debtor when it decides. */
export interface Debt {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly name: string;
  readonly plan: string;
  readonly cents: number;
  readonly daysLate: number;
  readonly ordersPaid: number;
  readonly remindersSent: number;
}

const suspendedAfterDays = 60;
const dunningDayMs = 86_400_000;

/**
 * The debtors, latest first, with the history that the decision needs. Nobody is written to twice
 * within a day: a run that was interrupted continues with those it had not reached.
 */
export async function readDebts(
  database: Kysely<Database>,
  {
    minimumDaysLate,
    maximumCustomers,
  }: { readonly minimumDaysLate: number; readonly maximumCustomers: number },
  now: Date,
): Promise<readonly Debt[]> {
  const rows = await database
    .selectFrom("subscriptions as s")
    .innerJoin("customers as c", "c.id", "s.customerId")
    .select(["s.id as subscriptionId", "s.customerId", "c.name", "s.plan", "s.cents"])
    .select((eb) => [
      eb.fn.coalesce("s.pastDueSince", "s.currentPeriodEnd").as("since"),
      eb
        .selectFrom("orders")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("orders.customerId", "=", "s.customerId")
        .where("orders.status", "in", ["paid", "delivered"])
        .$asScalar()
        .$notNull()
        .as("ordersPaid"),
      eb
        .selectFrom("dunningSteps")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("dunningSteps.subscriptionId", "=", "s.id")
        .$asScalar()
        .$notNull()
        .as("remindersSent"),
    ])
    .where("s.status", "=", "past_due")
    .where((eb) => {
      const today = eb
        .selectFrom("dunningSteps")
        .select("dunningSteps.id")
        .whereRef("dunningSteps.subscriptionId", "=", "s.id")
        .where("dunningSteps.createdAt", ">", new Date(now.getTime() - dunningDayMs).toISOString());
      return eb.not(eb.exists(today));
    })
    .orderBy("since")
    .orderBy("s.id")
    .execute();
  return rows
    .map(({ since, ...row }) => ({
      ...row,
      daysLate: Math.floor((now.getTime() - Date.parse(since)) / dunningDayMs),
    }))
    .filter((debt) => debt.daysLate >= minimumDaysLate)
    .slice(0, maximumCustomers);
}

/** To whom the letter goes. Undefined if the subscription has another status, such as after a payment. */
export async function readDebtor(
  database: Kysely<Database>,
  subscriptionId: string,
  status: "past_due" | "suspended",
) {
  return await database
    .selectFrom("subscriptions as s")
    .innerJoin("customers as c", "c.id", "s.customerId")
    .select(["c.name", "c.email", "s.plan"])
    .where("s.id", "=", subscriptionId)
    .where("s.status", "=", status)
    .executeTakeFirst();
}

/** The run's own decision: patience with good customers, none for debts older than 60 days. */
export function decideStep(debt: Debt): DunningStep {
  const { customerId, subscriptionId, daysLate } = debt;
  return { customerId, subscriptionId, daysLate, ...chooseStep(debt) };
}

function chooseStep({ daysLate, ordersPaid, remindersSent }: Debt): Pick<DunningStep, "step" | "reason"> {
  if (daysLate > suspendedAfterDays)
    return { step: "suspend", reason: `${daysLate} days late, which is more than ${suspendedAfterDays}` };
  if (remindersSent > 0) return { step: "warn", reason: `written to ${remindersSent} times already` };
  if (daysLate > 30 && ordersPaid < 2)
    return { step: "warn", reason: `${daysLate} days late, and a short history` };
  return { step: "remind", reason: `first letter, after ${ordersPaid} paid orders` };
}

/** The text of the email. */
export function dunningLetter(
  { name, plan }: { readonly name: string; readonly plan: string },
  { step, daysLate }: DunningStep,
  tone: "friendly" | "firm" = "friendly",
): { readonly subject: string; readonly text: string } {
  const greeting = tone === "friendly" ? `Dear ${name},` : `To ${name}:`;
  const consequence = {
    remind: "Please pay when you can this week.",
    warn: "Without a payment this week the subscription will be suspended.",
    suspend: "The subscription is suspended until it is paid.",
  }[step];
  const subject = {
    remind: "A payment is late",
    warn: "Before we suspend your subscription",
    suspend: "Your subscription is suspended",
  };
  return {
    subject: subject[step],
    text: `${greeting}\n\nyour payment for ${plan} is ${daysLate} days late. ${consequence}`,
  };
}
