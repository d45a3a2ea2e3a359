import { asks } from "./asks.ts";
import { callers } from "./callers.ts";
import { changes } from "./changes.ts";
import type { Claim } from "./claim.ts";
import { failures } from "./failures.ts";
import { forbidden } from "./forbidden.ts";
import { hints } from "./hints.ts";
import { limits } from "./limits.ts";
import { listed } from "./listed.ts";
import { logIn } from "./log-in.ts";
import { order } from "./order.ts";
import { plans } from "./plans.ts";
import { privacy } from "./privacy.ts";
import { question } from "./question.ts";
import { records } from "./records.ts";
import { repeats } from "./repeats.ts";

/** What the pages of tools say, a kind a file. */
export const claims: readonly Claim[] = [
  asks,
  question,
  callers,
  logIn,
  order,
  changes,
  plans,
  privacy,
  hints,
  listed,
  repeats,
  limits,
  records,
  failures,
  forbidden,
];
