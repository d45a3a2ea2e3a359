import type { NotesHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow, rowById } from "../database/rows.ts";

/** The handlers of `notes`. */
export const notes: NotesHandlers<Ports> = {
  async create({ text, projectId = null, customerId = null }, { fail, ports, principal, now }) {
    const { database } = ports;
    if (projectId !== null && !(await rowById(database, "projects", projectId))) throw fail.projectNotFound();
    if (customerId !== null && !(await rowById(database, "customers", customerId)))
      throw fail.customerNotFound();
    const noteId = newId("nte");
    const createdAt = now().toISOString();
    await insertRow(database, "notes", {
      id: noteId,
      projectId,
      customerId,
      authorId: principal.id,
      text,
      createdAt,
    });
    return { noteId, createdAt };
  },
};
