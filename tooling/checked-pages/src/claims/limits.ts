import { endIn } from "../observe/observe-tool.ts";
import { unreachedLimits } from "../observe/fixtures.ts";
import type { Claim, ClaimRow } from "./claim.ts";

const isTrue: ClaimRow["isTrue"] = ({ seen }) =>
  seen.tool in unreachedLimits ? undefined : endIn(seen, "over the limit") === "rate_limit_exceeded";
const means = "a call over the limit is refused with rate_limit_exceeded";
const instead: ClaimRow["instead"] = ({ seen }) => `over the limit: ${endIn(seen, "over the limit")}`;

/** How often a tool can be called. */
export const limits: Claim = {
  kind: "limits",
  rows: [
    { place: "Limits", says: /\d+ calls in .*?, for each caller\./, means, isTrue, instead },
    {
      place: "step",
      says: /(?:and )?the limit of \d+ calls in .*?, for each caller/,
      means,
      isTrue,
      instead,
    },
  ],
};
