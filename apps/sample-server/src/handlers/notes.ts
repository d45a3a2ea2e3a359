// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { NotesHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `notes`. */
export const notes: NotesHandlers<Ports> = {
  create: async (input, context) => {
    throw new Error("notes.create has no handler yet");
  },
};
