import type { CalendarHandlers } from "@backoffice/server";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { deliver } from "../ports/deliver.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow, rowById, rowsWith } from "../database/rows.ts";

/** The handlers of `calendar`. */
export const calendar: CalendarHandlers<Ports> = {
  async inviteAttendee({ eventId, email, optional }, { fail, ports, now }) {
    const event = await rowById(ports.database, "events", eventId);
    if (!event) throw fail.eventNotFound();
    const { title, startsAt } = event;
    if (new Date(startsAt) <= now()) throw fail.eventInPast();
    const invited = await attendeesOf(ports.database, eventId);
    if (invited.includes(email)) return { eventId, title, startsAt, attendees: invited };
    const text = `You are invited to "${title}" on ${startsAt}.${optional ? " Your attendance is optional." : ""}`;
    await deliver(ports.mail, { to: [email], subject: `Invitation: ${title}`, text }, fail);
    await insertRow(ports.database, "attendees", { eventId, email, optional: optional ? 1 : 0 });
    return { eventId, title, startsAt, attendees: await attendeesOf(ports.database, eventId) };
  },
};

async function attendeesOf(database: Kysely<Database>, eventId: string): Promise<readonly string[]> {
  const rows = await rowsWith(database, "attendees", { eventId }, "email");
  return rows.map((row) => row.email);
}
