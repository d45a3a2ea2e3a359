// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { ExportsHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `exports`. */
export const exports: ExportsHandlers<Ports> = {
  bulkExport: {
    plan: async (input, context) => {
      throw new Error("exports.bulk_export has no plan yet");
    },
    execute: async (input, context) => {
      throw new Error("exports.bulk_export has no handler yet");
    },
  },
};
