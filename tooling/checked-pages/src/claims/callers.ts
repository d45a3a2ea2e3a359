import { callOf, endIn } from "../observe/observe-tool.ts";
import { type Answer, type Claim, ends, type Evidence, type Said } from "./claim.ts";

const missing = (seen: Evidence): string => {
  const { outcome } = callOf(seen, "without permissions");
  const names = "failure" in outcome ? outcome.failure.details?.["missing"] : undefined;
  return (Array.isArray(names) ? names : []).join(", ");
};
const isOldRefused = (seen: Evidence, way = "with an old log-in"): Answer => {
  const end = endIn(seen, way);
  return end === undefined ? undefined : end === "step_up_required";
};
const isConditional = (seen: Evidence): Answer => {
  const under = isOldRefused(seen, "under the condition of its log-in");
  const outside = isOldRefused(seen, "outside the condition of its log-in");
  return under === undefined || outside === undefined ? undefined : under && !outside;
};

function logIn(means: string, isTrue: (seen: Evidence) => Answer, ...says: readonly RegExp[]): Claim {
  const said = says.map((each): Said => [/log-in$|^step$|^data stepUp$/, each]);
  return { kind: "log-in", means, said, isTrue, instead: ends("with an old log-in") };
}

/** Who can call a tool, and with which log-in. */
export const callers: readonly Claim[] = [
  {
    kind: "callers",
    means: "a caller without permissions is not refused for them",
    said: [["Can call it", /Everybody: no permission is needed\./]],
    isTrue: (seen) => endIn(seen, "without permissions") !== "permission_denied",
    instead: ends("without permissions"),
  },
  {
    kind: "callers",
    means: "a caller who lacks one of them is refused",
    said: [["Can call it", /Callers with all of:/]],
    isTrue: (seen) => endIn(seen, "for want of one permission") === "permission_denied",
    instead: ends("for want of one permission"),
  },
  {
    kind: "callers",
    means: "a caller without permissions lacks exactly these",
    said: [
      ["data permissions", /^(\[.*\])$/],
      ["step", /(?:and )?the permissions? ((?:`[^`]+`(?:, )?)+)/],
    ],
    isTrue: (seen, [, names = ""]) =>
      names
        .replaceAll(/[[\]"`]/g, "")
        .split(/, ?/)
        .filter(Boolean)
        .join(", ") === missing(seen),
    instead: (seen) => `missing: ${missing(seen)}`,
  },
  {
    kind: "callers",
    means: "a caller who does not meet them is refused with requirement_unmet",
    said: [
      ["step", /(?:and )?the requirements? `[^`]+`(?:, `[^`]+`)*/],
      ["Can call it", /Required first: .*\./],
    ],
    isTrue: (seen) => endIn(seen, "without attributes") === "requirement_unmet",
    instead: ends("without attributes"),
  },
  // A program has no log-in, which counts as an old one.
  logIn(
    "an old log-in is refused",
    (seen) => isOldRefused(seen),
    /Always: a log-in at most [^.]*? old|^"always"$/,
    /No workflow can make a call, because a program cannot sign in\./,
  ),
  logIn(
    "an old log-in is refused under the condition alone",
    isConditional,
    /When `.+` is true: a log-in at most [^.]*? old|^"when"$/,
    /No workflow can make such a call, because .*\./,
  ),
  logIn("an old log-in is enough", (seen) => isOldRefused(seen) === false, /^Never\.|^"never"$/),
  logIn(
    "a log-in without this level is refused",
    (seen) => isOldRefused(seen, "with a weak log-in"),
    /(?: and |: )authentication level `[^`]+`/,
  ),
  {
    kind: "forbidden",
    means: "it is not listed, and every call ends as one of an unknown tool",
    said: [
      ["label", /Closed to agents: none can find it or call it\./],
      ["Can call it", /^Nobody: no permission allows it, and nobody is asked\./],
      ["Can call it", /^No agent\./],
    ],
    isTrue: ({ isListed, calls }) =>
      !isListed && [...calls.values()].every(({ outcome }) => outcome.kind === "unknown_tool"),
  },
  {
    kind: "forbidden",
    means:
      "a person is asked, and without one of these permissions, and no other, the call does not complete",
    said: [["Can call it", /A person(?: with (.+?))? may, in the product: they confirm each call there\./]],
    isTrue: ({ inPerson }, [, named = ""]) =>
      inPerson?.unanswered === "input_required" &&
      inPerson.needed.map((each) => `\`${each}\``).join(", ") === named,
    instead: ({ inPerson }) =>
      `without an answer: ${inPerson?.unanswered}; needed: ${inPerson?.needed.join(", ")}`,
  },
  {
    kind: "forbidden",
    means: "a person's log-in of this age is enough, and one a minute older is not",
    said: [["Can call it", /Always: a log-in at most (\d+) minutes old\./]],
    isTrue: ({ inPerson }, [, minutes]) => inPerson?.oldestLogIn === Number(minutes),
    instead: ({ inPerson }) => `the oldest has ${inPerson?.oldestLogIn} minutes`,
  },
  {
    kind: "forbidden",
    means: "a call shows that it changes nothing",
    said: [["Would change", /^Nothing\.$/]],
    isTrue: (seen) => endIn(seen, "plain") === "completed",
    instead: () => "there is no handler: nobody knows what a call would do",
  },
];
