import type { RocketsHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";

/** The handlers of `rockets`. Launch control is a row in our own database. */
export const rockets: RocketsHandlers<Ports> = {
  launch: async ({ rocketId }, { ports, fail, now }) =>
    await ports.database.transaction().execute(async (database) => {
      const rocket = await database
        .selectFrom("rockets")
        .selectAll()
        .where("id", "=", rocketId)
        .executeTakeFirst();
      if (!rocket) throw fail.rocketNotFound();
      if (rocket.status === "launched") throw fail.alreadyLaunched();
      const launchId = newId("lch");
      const liftOffAt = now().toISOString();
      await database
        .insertInto("launches")
        .values({ id: launchId, rocketId, launchedAt: liftOffAt })
        .execute();
      await database.updateTable("rockets").set({ status: "launched" }).where("id", "=", rocketId).execute();
      return { launchId, rocketId, liftOffAt };
    }),
};
