// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { HelpHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `help`. */
export const help: HelpHandlers<Ports> = {
  getArticle: async (input, context) => {
    throw new Error("help.get_article has no handler yet");
  },
};
