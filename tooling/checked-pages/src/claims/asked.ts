import { callOf, endIn } from "../observe/observe-tool.ts";
import { type Answer, type Claim, ends, type Evidence, type Said } from "./claim.ts";

const isAsked = (seen: Evidence): boolean => callOf(seen, "plain").asked !== undefined;
const isAskedUnder = ({ calls }: Evidence): Answer => {
  const under = calls.get("under the condition of its question");
  const outside = calls.get("outside the condition of its question");
  return under && outside && under.asked !== undefined && outside.asked === undefined;
};
const onSite = (answer: string): Said => [
  /^(?:explorer|review pack)$/,
  new RegExp(`^(?:The server asks a person|server asks): (?:${answer})$`),
];

/** Whether the server asks a person, and what it shows them. */
export const asked: readonly Claim[] = [
  {
    kind: "asks",
    means: "the server asks a person about the call",
    said: [
      ["label", /(?:A person is asked|The server asks a person)(?: in live,)? every time\b/],
      ["Asks", /The server asks a person, every time\./],
      ["data asked", /"server":"always"/],
      onSite("every time|always"),
    ],
    isTrue: isAsked,
  },
  {
    kind: "asks",
    means: "the server asks under the condition alone",
    said: [
      ["label", /The server asks a person for some calls\b/],
      ["Asks", /The server asks a person when `.*`, or when that cannot be evaluated\./],
      ["step", /(?:For some calls|If `.*`,) the server asks a person and shows .*?\./],
      ["data asked", /"server":"sometimes"/],
      onSite("for some calls|sometimes"),
    ],
    isTrue: isAskedUnder,
  },
  {
    kind: "asks",
    means: "the server asks nobody",
    said: [
      ["label", /The server asks nobody/],
      ["Asks", /The server asks nobody\.|^Nobody\./],
      ["data asked", /"server":"never"/],
      onSite("never"),
    ],
    isTrue: (seen) => !isAsked(seen),
  },
  {
    kind: "asks",
    means: "the server asks for a phrase",
    said: [
      ["label", /The server asks a person for a phrase every time/],
      ["Asks", /The person types a phrase that names the call\./],
    ],
    isTrue: (seen) => callOf(seen, "plain").asked?.phrase !== undefined,
  },
  {
    kind: "asks",
    means: "the question shows every argument",
    said: [["step", /The server asks a person and shows (?:the plan and )?every argument\./]],
    isTrue(seen) {
      const { message = "" } = callOf(seen, "plain").asked ?? {};
      return Object.keys(seen.input).every((name) => message.includes(`- ${name}`));
    },
  },
  {
    kind: "asks",
    means: "a no ends the call",
    said: [["step", /The person (?:says yes|types a phrase that names this call)\./]],
    isTrue: (seen) => (isAsked(seen) ? endIn(seen, "with a no") === "confirmation_declined" : undefined),
    instead: ends("with a no"),
  },
  {
    kind: "asks",
    means: "the call is refused where nobody can be asked",
    said: [["step", /No argument can answer for the person\./]],
    isTrue: (seen) =>
      isAsked(seen) ? endIn(seen, "where nobody can be asked") === "confirmation_required" : undefined,
    instead: ends("where nobody can be asked"),
  },
  {
    kind: "question",
    means: "the server's question has the same lines about the tool",
    said: [["question", /^[^]*$/]],
    isTrue(seen, [shown]) {
      const { message } = callOf(seen, "plain").asked ?? {};
      const facts = /\nWhat it does:\n[^]*?\n\n/.exec(shown)?.[0];
      return message === undefined || facts === undefined ? undefined : message.includes(facts);
    },
  },
];
