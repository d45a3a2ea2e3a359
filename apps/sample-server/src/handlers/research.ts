// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { ResearchHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `research`. */
export const research: ResearchHandlers<Ports> = {
  investigateAccount: async (input, context) => {
    throw new Error("research.investigate_account has no handler yet");
  },
};
