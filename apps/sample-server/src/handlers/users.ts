// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { UsersHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `users`. */
export const users: UsersHandlers<Ports> = {
  changePermissions: async (input, context) => {
    throw new Error("users.change_permissions has no handler yet");
  },
  delete: async (input, context) => {
    throw new Error("users.delete has no handler yet");
  },
};
