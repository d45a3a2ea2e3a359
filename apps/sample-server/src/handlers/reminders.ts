import type { RemindersHandlers } from "@backoffice/server";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow } from "../database/rows.ts";

/** The handlers of `reminders`. */
export const reminders: RemindersHandlers<Ports> = {
  async create({ text, remindAt }, { fail, ports, principal, now }) {
    if (new Date(remindAt) <= now()) throw fail.remindAtInPast();
    const reminderId = newId("rem");
    await insertRow(ports.database, "reminders", {
      id: reminderId,
      userId: principal.id,
      text,
      remindAt,
      createdAt: now().toISOString(),
    });
    return { reminderId, remindAt };
  },
};
