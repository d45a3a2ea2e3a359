// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { CalendarHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `calendar`. */
export const calendar: CalendarHandlers<Ports> = {
  inviteAttendee: async (input, context) => {
    throw new Error("calendar.invite_attendee has no handler yet");
  },
};
