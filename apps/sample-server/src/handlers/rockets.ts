import type { RocketsHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow, rowById, updateRow } from "../database/rows.ts";

/** The handlers of `rockets`. Launch control is a row in our own database. */
export const rockets: RocketsHandlers<Ports> = {
  launch: async ({ rocketId }, { ports, fail, now }) =>
    await ports.database.transaction().execute(async (database) => {
      const rocket = await rowById(database, "rockets", rocketId);
      if (!rocket) throw fail.rocketNotFound();
      if (rocket.status === "launched") throw fail.alreadyLaunched();
      const launchId = newId("lch");
      const liftOffAt = now().toISOString();
      await insertRow(database, "launches", { id: launchId, rocketId, launchedAt: liftOffAt });
      await updateRow(database, "rockets", rocketId, { status: "launched" });
      return { launchId, rocketId, liftOffAt };
    }),
};
