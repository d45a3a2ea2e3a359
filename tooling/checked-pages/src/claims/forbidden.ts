import { callOf } from "../observe/observe-tool.ts";
import type { Claim, Evidence } from "./claim.ts";

const isHidden = ({ seen }: Evidence): boolean =>
  !seen.isListed && [...seen.calls.values()].every(({ outcome }) => outcome.kind === "unknown_tool");
const means = "it is not listed, and every call ends as one of an unknown tool";

/** Tools that no agent can call, and what people can who may. */
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
      place: "Can call it",
      says: /A person(?: with (.+?))? may, in the product: they confirm each call there\./,
      means:
        "a person is asked, and without one of these permissions, and no other, the call does not complete",
      isTrue: ({ seen: { inPerson } }, [, named = ""]) =>
        inPerson?.unanswered === "input_required" &&
        inPerson.needed.map((each) => `\`${each}\``).join(", ") === named,
      instead: ({ seen: { inPerson } }) =>
        `without an answer: ${inPerson?.unanswered}; needed: ${inPerson?.needed.join(", ")}`,
    },
    {
      place: "Can call it",
      says: /Always: a log-in at most (\d+) minutes old\./,
      means: "a person's log-in of this age is enough, and one a minute older is not",
      isTrue: ({ seen: { inPerson } }, [, minutes]) => inPerson?.oldestLogIn === Number(minutes),
      instead: ({ seen: { inPerson } }) => `the oldest has ${inPerson?.oldestLogIn} minutes`,
    },
    {
      place: "Would change",
      says: /^Nothing\.$/,
      means: "a call shows that it changes nothing",
      isTrue: ({ seen }) => callOf(seen, "plain").outcome.kind === "completed",
      instead: () => "there is no handler: nobody knows what a call would do",
    },
  ],
};
