import type { SummariesHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { writeSummary } from "../business/write-summary.ts";
import { insertRow, rowById, rowsWith } from "../database/rows.ts";

/** The handlers of `summaries`. */
export const summaries: SummariesHandlers<Ports> = {
  async generate({ projectId, length = "short" }, { fail, ports, now }) {
    const { database } = ports;
    const project = await rowById(database, "projects", projectId);
    if (!project) throw fail.projectNotFound();
    const tasks = await rowsWith(database, "tasks", { projectId }, "id");
    const notes = await rowsWith(database, "notes", { projectId }, "createdAt");
    const text = writeSummary(project, tasks, notes.toReversed().slice(0, 5), length);
    const summaryId = newId("sum");
    const createdAt = now().toISOString();
    await insertRow(database, "summaries", { id: summaryId, projectId, text, createdAt });
    return { summaryId, text, createdAt };
  },
};
