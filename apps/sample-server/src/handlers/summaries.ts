// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { SummariesHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `summaries`. */
export const summaries: SummariesHandlers<Ports> = {
  generate: async (input, context) => {
    throw new Error("summaries.generate has no handler yet");
  },
};
