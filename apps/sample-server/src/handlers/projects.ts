import type { ProjectsHandlers } from "@backoffice/server";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow, pageWith, rowById, updateRow } from "../database/rows.ts";

/** The handlers of `projects`. */
export const projects: ProjectsHandlers<Ports> = {
  async list({ status, customerId, ...request }, { ports }) {
    const values = { status, customerId };
    const order = "dueOn nulls last, id";
    const { rows, ...page } = await pageWith(ports.database, "projects", values, order, request);
    const openTasks = await countOpenTasks(ports.database);
    return {
      projects: rows.map((row) => ({
        projectId: row.id,
        name: row.name,
        status: row.status,
        openTasks: openTasks.get(row.id) ?? 0,
        ...(row.customerId === null ? {} : { customerId: row.customerId }),
        ...(row.dueOn === null ? {} : { dueOn: row.dueOn }),
      })),
      ...page,
    };
  },

  changeStatus({ projectId, status, comment }, { fail, ports, principal, now }) {
    return ports.database.transaction().execute(async (database) => {
      const project = await rowById(database, "projects", projectId);
      if (!project) throw fail.projectNotFound();
      const openTasks = (await countOpenTasks(database)).get(projectId) ?? 0;
      if ((status === "done" || status === "archived") && openTasks > 0)
        throw fail.projectHasOpenTasks(undefined, { openTasks });
      const time = now().toISOString();
      await updateRow(database, "projects", projectId, { status, updatedAt: time });
      const remark = comment === undefined ? "" : `: ${comment}`;
      const text = `${principal.name ?? principal.id} set the status to ${status}${remark}`;
      await insertRow(database, "activities", { projectId, text, createdAt: time });
      return { projectId, previousStatus: project.status, status };
    });
  },
};

async function countOpenTasks(database: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom("tasks")
    .select(["projectId", ({ fn }) => fn.countAll<number>().as("count")])
    .where("status", "!=", "done")
    .groupBy("projectId")
    .execute();
  return new Map(rows.map((row) => [row.projectId, row.count]));
}
