import { callOf } from "../observe/observe-tool.ts";
import type { Claim, Evidence } from "./claim.ts";

const isHidden = ({ seen }: Evidence): boolean =>
  !seen.isListed && [...seen.calls.values()].every(({ outcome }) => outcome.kind === "unknown_tool");
const means = "it is not listed, and every call ends as one of an unknown tool";

/** Tools that no agent can call. */
export const forbidden: Claim = {
  kind: "forbidden",
  rows: [
    { place: "label", says: /Closed to agents: none can find it or call it\./, means, isTrue: isHidden },
    {
      place: "Can call it",
      says: /^Nobody: no permission allows it, and nobody is asked\./,
      means,
      isTrue: isHidden,
    },
    { place: "Can call it", says: /^No agent\./, means, isTrue: isHidden },
    {
      place: "Would change",
      says: /^Nothing\.$/,
      means: "a call shows that it changes nothing",
      isTrue: ({ seen }) => callOf(seen, "plain").outcome.kind === "completed",
      instead: () => "there is no handler: nobody knows what a call would do",
    },
  ],
};
