// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { DraftsHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `drafts`. */
export const drafts: DraftsHandlers<Ports> = {
  create: async (input, context) => {
    throw new Error("drafts.create has no handler yet");
  },
};
