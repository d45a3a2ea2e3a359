import { endOf } from "../observe/call.ts";
import type { Observation } from "../observe/observe-tool.ts";
import type { Claim, Evidence } from "./claim.ts";

const endings = new Set(["completed", "replayed", "planned", "input_required"]);
const codesOf = ({ calls }: Observation): ReadonlySet<string> =>
  new Set([...calls.values()].map(endOf).filter((end) => !endings.has(end)));
const unlisted = ({ seen, page }: Evidence): readonly string[] => {
  const listed = page.filter(({ place }) => place === "Fails" || place === "Implied failures");
  return [...codesOf(seen)].filter((code) => !listed.some(({ text }) => text.includes(`\`${code}\``)));
};

/** How a call fails: with no code that the page does not list. */
export const failures: Claim = {
  kind: "failures",
  rows: [
    {
      place: "Implied failures",
      says: /^.*$/,
      means: "no call ends with another code than the page lists",
      isTrue: (all) => unlisted(all).length === 0,
      instead: (all) => `calls ended with ${unlisted(all).join(", ")}`,
    },
    {
      place: "Fails",
      says: /In no way of its own\./,
      means: "no call ends with a failure of the tool's own",
      isTrue: ({ seen }) =>
        [...codesOf(seen)].every((code) =>
          seen.contract.failureModes.some((mode) => mode.code === code && mode.implied),
        ),
    },
  ],
};
