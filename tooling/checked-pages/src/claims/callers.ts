import { callOf, endIn } from "../observe/observe-tool.ts";
import type { Answer, Claims, Evidence, Fact } from "./claim.ts";

const missing = (seen: Evidence): string => {
  const { outcome } = callOf(seen, "without permissions");
  const names = "failure" in outcome ? outcome.failure.details?.["missing"] : undefined;
  return (Array.isArray(names) ? names : []).join(", ");
};
/** Undefined if the way does not apply to the tool. */
const isRefused =
  (way: string, code = "step_up_required"): Fact =>
  (seen) => {
    const end = endIn(seen, way);
    return end === undefined || end === "unknown_tool" ? undefined : end === code;
  };
const isConditional: Fact = (seen, match): Answer => {
  const under = isRefused("under the condition of its log-in")(seen, match);
  const outside = isRefused("outside the condition of its log-in")(seen, match);
  return under === undefined || outside === undefined ? undefined : under === true && outside === false;
};
const logIn = /signed in$|^step$|^data stepUp$/;
const onLabel = "label Log-in, limit";

/** Who can call a tool, and with which log-in. */
export const callers: Claims = {
  callers: {
    "a caller without permissions is not refused for them": [
      (seen) => endIn(seen, "without permissions") !== "permission_denied",
      ["Can call it", /Everybody: no permission is needed\./],
    ],
    "a caller who lacks one of them is refused": [
      (seen) => endIn(seen, "for want of one permission") === "permission_denied",
      ["Can call it", /Callers with all of:/],
    ],
    "a caller without permissions lacks exactly these": [
      // A forbidden tool is unknown to everybody, whatever it would need.
      (seen, [, names = ""]) =>
        !seen.isListed ||
        (names.match(/[\w:.-]+/g) ?? []).join(", ") === missing(seen) ||
        `missing: ${missing(seen)}`,
      ["data permissions", /^(\[.*\])$/],
      ["step", /(?:and )?the permissions? ((?:`[^`]+`(?:, )?)+)/],
    ],
    "a caller who does not meet them is refused with requirement_unmet": [
      (seen) => endIn(seen, "without attributes") === "requirement_unmet",
      ["step", /(?:and )?the requirements? `[^`]+`(?:, `[^`]+`)*/],
      ["Can call it", /Required first: .*\./],
    ],
  },
  // A program has no log-in, which counts as an old one.
  "log-in": {
    "an old log-in is refused": [
      isRefused("with an old log-in"),
      [logIn, /Always: a log-in at most [^.]*? old|^"always"$/],
      [onLabel, /^Log-in with(?:in)? (?:(?! sometimes| when )[^;])+(?=;)/],
      [logIn, /No workflow can make a call, because a program cannot sign in\./],
    ],
    "an old log-in is refused under the condition alone": [
      isConditional,
      [logIn, /When .+: a log-in at most [^.]*? old|^"when"$/],
      [logIn, /No workflow can make such a call, because .*\./],
      [onLabel, /^Log-in with(?:in)? [^;]+(?: sometimes| when [^;]+)/],
    ],
    "an old log-in is enough": [
      (seen) => endIn(seen, "with an old log-in") !== "step_up_required",
      [logIn, /^Never\.|^"never"$/],
      [onLabel, /^No fresh log-in/],
    ],
    "a log-in without this level is refused": [
      isRefused("with a weak log-in"),
      [logIn, /(?: and |: )authentication level `[^`]+`/],
      [onLabel, /^(?:Log-in with (?:(?! sometimes| when )[^;])+|Stronger log-in)/],
    ],
  },
  forbidden: {
    "it is not listed, and every call ends as one of an unknown tool": [
      ({ isListed, calls }) =>
        !isListed && [...calls.values()].every(({ outcome }) => outcome.kind === "unknown_tool"),
      ["label", /(?:Closed to agents: none|Nobody) can find it or call it/],
      ["label Who is asked", /^(?:Nobody: no call is possible|No agent may; people call it)$/],
      [
        "Can call it",
        /^Nobody: no permission allows it, and nobody is asked\. Proviso serves it to nobody\. An agent that calls it gets the error for a tool that does not exist: `Unknown tool: [^`]+`\./,
      ],
      ["Can call it", /Whoever holds .+, which its contract names, cannot call it either\./],
      [onLabel, /^None needed: no call is possible$/],
      ["Can call it", /^No agent\./],
    ],
    "a person is asked, and without one of these permissions, and no other, the call does not complete": [
      ({ inPerson: { unanswered, needed = [] } = {} }, [, named = ""]) =>
        (unanswered === "input_required" && needed.map((each) => `\`${each}\``).join(", ") === named) ||
        `without an answer: ${unanswered}; needed: ${needed.join(", ")}`,
      ["Can call it", /A person(?: with (.+?))? may, in the product: they confirm each call there\./],
    ],
    "a person's log-in of this age is enough, and one a minute older is not": [
      ({ inPerson }, [, minutes]) =>
        inPerson?.oldestLogIn === Number(minutes) || `the oldest has ${inPerson?.oldestLogIn} minutes`,
      ["Can call it", /Always: a log-in at most (\d+) minutes old\./],
    ],
    "a call shows that it changes nothing": [
      (seen) =>
        endIn(seen, "plain") === "completed" || "there is no handler: nobody knows what a call would do",
      ["Would change", /^Nothing\.$/],
    ],
  },
};
