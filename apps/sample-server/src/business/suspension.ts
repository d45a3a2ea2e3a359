import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/** Suspends a subscription under the key of the step that does so. False if it is past due no more. */
export async function suspend(
  database: Kysely<Database>,
  subscriptionId: string,
  callId: string,
): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable("subscriptions")
      .set({ status: "suspended" })
      .where("id", "=", subscriptionId)
      .where("status", "=", "past_due")
      .returning("id")
      .executeTakeFirst();
    if (row) await transaction.replaceInto("suspensions").values({ subscriptionId, callId }).execute();
    return row !== undefined;
  });
}

/** Lifts the suspension that this step made, and returns the subscription. Undefined if there is none. */
export async function resume(database: Kysely<Database>, callId: string): Promise<string | undefined> {
  const row = await database
    .updateTable("subscriptions")
    .set({ status: "past_due" })
    .where("status", "=", "suspended")
    .where("id", "in", (eb) =>
      eb.selectFrom("suspensions").select("subscriptionId").where("callId", "=", callId),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}
