import type { NotesHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { exists } from "../database/rows.ts";

/** The handlers of `notes`. */
export const notes: NotesHandlers<Ports> = {
  async create({ text, projectId = null, customerId = null }, { fail, ports, principal, now }) {
    const { database } = ports;
    if (projectId !== null && !(await exists(database, "projects", projectId))) throw fail.projectNotFound();
    if (customerId !== null && !(await exists(database, "customers", customerId)))
      throw fail.customerNotFound();
    const noteId = newId("nte");
    const createdAt = now().toISOString();
    await database
      .insertInto("notes")
      .values({ id: noteId, projectId, customerId, authorId: principal.id, text, createdAt })
      .execute();
    return { noteId, createdAt };
  },
};
