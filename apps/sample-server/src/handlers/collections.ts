// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { CollectionsHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `collections`. */
export const collections: CollectionsHandlers<Ports> = {
  runDunning: {
    plan: async (input, context) => {
      throw new Error("collections.run_dunning has no plan yet");
    },
    execute: async (input, context) => {
      throw new Error("collections.run_dunning has no handler yet");
    },
  },
};
