// Written once by proviso, now yours: fill in what each tool does. Its contract says what it may do.

import type { ProjectsHandlers } from "@backoffice/server";
import type { Ports } from "../ports.ts";

/** The handlers of `projects`. */
export const projects: ProjectsHandlers<Ports> = {
  changeStatus: async (input, context) => {
    throw new Error("projects.change_status has no handler yet");
  },
  list: async (input, context) => {
    throw new Error("projects.list has no handler yet");
  },
};
