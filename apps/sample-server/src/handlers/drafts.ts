import type { DraftsHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow } from "../database/rows.ts";

/** The handlers of `drafts`. */
export const drafts: DraftsHandlers<Ports> = {
  async create({ to = [], subject, body }, { ports, principal, now }) {
    const draftId = newId("drf");
    const createdAt = now().toISOString();
    await insertRow(ports.database, "drafts", {
      id: draftId,
      userId: principal.id,
      recipients: JSON.stringify(to),
      subject,
      body,
      createdAt,
    });
    return { draftId, createdAt };
  },
};
