// The forty checks, by group. `ok` gets the shop (a started contender) and returns true if the promise holds. A check with `fresh` gets a
// process and data of its own; the others share one. A check that `needs` a server does not apply to tools inside the agent's program.
import { values } from "./values.mjs";
import { callers } from "./callers.mjs";
import { people } from "./people.mjs";
import { once } from "./once.mjs";
import { limits } from "./limits.mjs";
import { failures } from "./failures.mjs";
import { records } from "./records.mjs";
import { hosts } from "./hosts.mjs";

const groups = {
  "Arguments and results": values,
  "Who may call": callers,
  "Asking a person": people,
  Once: once,
  "Limits and ends": limits,
  Failures: failures,
  Records: records,
  "What hosts read": hosts,
};

export const checks = Object.entries(groups).flatMap(([group, list]) =>
  list.map((check) => ({ ...check, group })),
);
