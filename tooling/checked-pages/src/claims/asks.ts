import { callOf, endIn } from "../observe/observe-tool.ts";
import type { Claim, ClaimRow, Evidence } from "./claim.ts";

const isAsked = (seen: Evidence["seen"]): boolean => callOf(seen, "plain").asked !== undefined;
const isAskedUnder = (seen: Evidence["seen"]): boolean | undefined => {
  const [under, outside] = ["under", "outside"].map((side) =>
    seen.calls.get(`${side} the condition of its question`),
  );
  return under && outside && under.asked !== undefined && outside.asked === undefined;
};

const instead = ({ seen }: Evidence): string =>
  isAsked(seen) ? "the server asked a person" : "the server asked nobody";

function row(place: string | RegExp, says: RegExp, means: string, isTrue: ClaimRow["isTrue"]): ClaimRow {
  return { place, says, means, isTrue, instead };
}

const always = "the server asks a person about the call";
const never = "the server asks nobody";
const sometimes = "the server asks under the condition alone";

/** Texts of explorer and review packs. */
function onSite(answer: string, means: string, isTrue: ClaimRow["isTrue"]): readonly ClaimRow[] {
  const says = new RegExp(
    `^(?:The server asks a person|server asks|(?:A person is asked, in|asked in) (?:live|test)): (?:${answer})$`,
  );
  return [row("explorer", says, means, isTrue), row("review pack", says, means, isTrue)];
}

/** Whether a person is asked. A sentence that does not name the guard speaks of the server. */
export const asks: Claim = {
  kind: "asks",
  rows: [
    row(
      "label",
      /(?<!guard )\b(?:A person is asked|The server asks a person),? every time\b/,
      always,
      ({ seen }) => isAsked(seen),
    ),
    row(
      "label",
      /A person types a phrase, every time|The server asks a person for a phrase every time/,
      "the server asks for a phrase",
      ({ seen }) => callOf(seen, "plain").asked?.phrase !== undefined,
    ),
    row("label", /A person is asked in live, every time\./, always, ({ seen }) => isAsked(seen)),
    row(
      "label",
      /and in live every time\./,
      always,
      ({ seen }) => isAskedUnder(seen) !== true && isAsked(seen),
    ),
    row("label", /(?:A person is asked|The server asks a person) for some calls\b/, sometimes, ({ seen }) =>
      isAskedUnder(seen),
    ),
    row("label", /Nobody is asked|The server asks nobody/, never, ({ seen }) => !isAsked(seen)),
    row("Asks", /The server asks a person, every time\./, always, ({ seen }) => isAsked(seen)),
    row("Asks", /The server asks nobody\.|^Nobody\./, never, ({ seen }) => !isAsked(seen)),
    row(
      "Asks",
      /The server asks a person when `.*`, or when that cannot be evaluated\./,
      sometimes,
      ({ seen }) => isAskedUnder(seen),
    ),
    row(
      "Asks",
      /The person types a phrase that names the call\./,
      "the server asks for a phrase",
      ({ seen }) => callOf(seen, "plain").asked?.phrase !== undefined,
    ),
    ...onSite("every time|always", always, ({ seen }) => isAsked(seen)),
    ...onSite("for some calls|sometimes", sometimes, ({ seen }) => isAskedUnder(seen)),
    ...onSite("never", never, ({ seen }) => !isAsked(seen)),
    row("data asked", /"server":"always"/, always, ({ seen }) => isAsked(seen)),
    row("data asked", /"server":"never"/, never, ({ seen }) => !isAsked(seen)),
    row("data asked", /"server":"sometimes"/, sometimes, ({ seen }) => isAskedUnder(seen)),
    row(
      "step",
      /(?:For some calls|If `.*`,) the server asks a person and shows .*?\./,
      sometimes,
      ({ seen }) => isAskedUnder(seen),
    ),
    row(
      "step",
      /The server asks a person and shows (?:the plan and )?every argument\./,
      always,
      ({ seen }) => {
        const { message = "" } = callOf(seen, "plain").asked ?? {};
        return Object.keys(seen.input).every((name) => message.includes(`- ${name}`));
      },
    ),
    row(
      "step",
      /The person (?:says yes|types a phrase that names this call)\./,
      "a no ends the call",
      ({ seen }) => (isAsked(seen) ? endIn(seen, "with a no") === "confirmation_declined" : undefined),
    ),
    row(
      "step",
      /No argument can answer for the person\./,
      "it is refused where nobody can be asked",
      ({ seen }) =>
        isAsked(seen) ? endIn(seen, "where nobody can be asked") === "confirmation_required" : undefined,
    ),
  ],
};
