// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { ContactsHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `contacts`. */
export const contacts: ContactsHandlers<Ports> = {
  search: async (input, context) => {
    throw new Error("contacts.search has no handler yet");
  },
};
