import type { SummariesHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { writeSummary } from "../business/write-summary.ts";

/** The handlers of `summaries`. */
export const summaries: SummariesHandlers<Ports> = {
  async generate({ projectId, length = "short" }, { fail, ports, now }) {
    const { database } = ports;
    const project = await database
      .selectFrom("projects")
      .selectAll()
      .where("id", "=", projectId)
      .executeTakeFirst();
    if (!project) throw fail.projectNotFound();
    const tasks = await database
      .selectFrom("tasks")
      .selectAll()
      .where("projectId", "=", projectId)
      .orderBy("id")
      .execute();
    const notes = await database
      .selectFrom("notes")
      .select("text")
      .where("projectId", "=", projectId)
      .orderBy("createdAt", "desc")
      .limit(5)
      .execute();
    const text = writeSummary(project, tasks, notes, length);
    const summaryId = newId("sum");
    const createdAt = now().toISOString();
    await database.insertInto("summaries").values({ id: summaryId, projectId, text, createdAt }).execute();
    return { summaryId, text, createdAt };
  },
};
