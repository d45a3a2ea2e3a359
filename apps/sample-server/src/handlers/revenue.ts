// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { RevenueHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `revenue`. */
export const revenue: RevenueHandlers<Ports> = {
  getSummary: async (input, context) => {
    throw new Error("revenue.get_summary has no handler yet");
  },
};
