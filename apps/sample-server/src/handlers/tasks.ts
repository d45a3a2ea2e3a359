// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { TasksHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `tasks`. */
export const tasks: TasksHandlers<Ports> = {
  updateStatus: async (input, context) => {
    throw new Error("tasks.update_status has no handler yet");
  },
};
