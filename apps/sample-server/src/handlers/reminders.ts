// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { RemindersHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `reminders`. */
export const reminders: RemindersHandlers<Ports> = {
  create: async (input, context) => {
    throw new Error("reminders.create has no handler yet");
  },
};
