import type { TasksHandlers } from "@backoffice/server";
import type { Ports } from "../ports/ports.ts";
import { updateRow } from "../database/rows.ts";

/** The handlers of `tasks`. */
export const tasks: TasksHandlers<Ports> = {
  updateStatus({ taskId, status }, { fail, ports, now }) {
    return ports.database.transaction().execute(async (database) => {
      const task = await database
        .selectFrom("tasks")
        .innerJoin("projects", "projects.id", "tasks.projectId")
        .select(["tasks.status", "projects.status as projectStatus"])
        .where("tasks.id", "=", taskId)
        .executeTakeFirst();
      if (!task) throw fail.taskNotFound();
      if (task.projectStatus === "done" || task.projectStatus === "archived") throw fail.projectClosed();
      await updateRow(database, "tasks", taskId, { status, updatedAt: now().toISOString() });
      return { taskId, previousStatus: task.status, status };
    });
  },
};
