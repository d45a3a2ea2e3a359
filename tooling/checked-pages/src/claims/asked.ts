import { callOf, endIn } from "../observe/observe-tool.ts";
import type { Answer, Claims, Evidence, Fact } from "./claim.ts";

const isAsked = (seen: Evidence): boolean => callOf(seen, "plain").asked !== undefined;
const isAskedUnder = ({ calls }: Evidence): Answer => {
  const under = calls.get("under the condition of its question");
  const outside = calls.get("outside the condition of its question");
  return under && outside && under.asked !== undefined && outside.asked === undefined;
};
const ifAsked =
  (way: string, end: string): Fact =>
  (seen) =>
    isAsked(seen) ? endIn(seen, way) === end : undefined;

const onSite = (answer: string): readonly [RegExp, RegExp] => [
  /^(?:explorer|review pack)$/,
  new RegExp(`^(?:The server asks a person|server asks): (?:${answer})$`),
];

/** Whether the server asks a person, and what it shows them. */
export const asked: Claims = {
  asks: {
    "the server asks a person about the call": [
      isAsked,
      [
        /^label/,
        /(?:the |\b)[Ss]erver asks (?:(?:(?:a|another) person|\d \w+)(?: for a phrase)? )?every time\b/,
      ],
      ["Asks", /The server asks a person, every time\./],
      ["data asked", /"server":"always"/],
      onSite("every time|always"),
    ],
    "the server asks under the condition alone": [
      isAskedUnder,
      [
        /^label/,
        /(?:the |\b)[Ss]erver asks (?:(?:(?:(?:a|another) person|\d \w+) )?for some calls|sometimes)\b/,
      ],
      ["Asks", /The server asks a person when .*, or when that cannot be evaluated\./],
      ["step", /(?:For some calls|If `.*`,) the server asks a person and shows .*?\./],
      ["data asked", /"server":"sometimes"/],
      onSite("for some calls|sometimes"),
    ],
    "the server asks nobody": [
      (seen) => !isAsked(seen),
      [/^label/, /(?:the |\b)[Ss]erver asks nobody|^Nobody$/],
      ["Asks", /The server asks nobody\.|^Nobody\./],
      ["data asked", /"server":"never"/],
      onSite("never"),
    ],
    "the server asks for a phrase": [
      (seen) => callOf(seen, "plain").asked?.phrase !== undefined,
      ["label", /the server asks [a-z0-9 ]+ for a phrase every time/],
      ["Asks", /The person types a phrase that names the call\./],
    ],
    "the question shows every argument": [
      (seen) => {
        const { message = "" } = callOf(seen, "plain").asked ?? {};
        return Object.keys(seen.input).every((name) => message.includes(`- ${name}`));
      },
      ["step", /The server asks a person and shows (?:the plan and )?every argument\./],
    ],
    "a no ends the call": [
      ifAsked("with a no", "confirmation_declined"),
      ["step", /The person (?:says yes|types a phrase that names this call)\./],
    ],
    "the call is refused where nobody can be asked": [
      ifAsked("where nobody can be asked", "confirmation_required"),
      ["step", /No argument can answer for the person\./],
    ],
  },
  question: {
    "the server's question has the same lines about the tool": [
      (seen, [shown]) => {
        const { message } = callOf(seen, "plain").asked ?? {};
        const facts = /\nWhat it does:\n[^]*?\n\n/.exec(shown)?.[0];
        return message === undefined || facts === undefined ? undefined : message.includes(facts);
      },
      ["question", /^[^]*$/],
    ],
  },
};
