// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { ContractsHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `contracts`. */
export const contracts: ContractsHandlers<Ports> = {
  send: async (input, context) => {
    throw new Error("contracts.send has no handler yet");
  },
};
