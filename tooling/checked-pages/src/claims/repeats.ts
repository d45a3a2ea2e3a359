import { callOf, endIn } from "../observe/observe-tool.ts";
import { isNothing } from "../observe/rows.ts";
import type { Claim, Evidence } from "./claim.ts";

/** Refused before a stored outcome is looked for, as the page says. */
const isRefusedFirst = ({ seen, page }: Evidence): boolean =>
  endIn(seen, "again") === "requirement_unmet" &&
  page.some(({ text }) => text.includes("only to calls that meet the requirements"));
const isRun = (all: Evidence): boolean =>
  callOf(all.seen, "plain").outcome.kind === "completed" && !isRefusedFirst(all);
const output = ({ seen }: Evidence, way: string): string => {
  const { outcome } = callOf(seen, way);
  return outcome.kind === "completed" ? JSON.stringify(outcome.output) : "";
};
const isByArguments = ({ seen }: Evidence): boolean => (seen.contract.idempotency?.key.length ?? 0) > 0;
const instead = ({ seen }: Evidence): string =>
  `a repeated call: ${endIn(seen, "again")}; with the same key: ${endIn(seen, "again with the key")}; after that time: ${endIn(seen, "much later")}`;
const same = "a repeated call gets the first outcome and changes nothing";

/** What becomes of a repeated call. */
export const repeats: Claim = {
  kind: "repeats",
  rows: [
    {
      place: "Called again",
      says: /It only reads, so a repeated call changes nothing\./,
      means: "a repeated call changes nothing",
      isTrue: ({ seen }) => isNothing(callOf(seen, "again").change),
    },
    {
      place: "Called again",
      says: /Nothing is remembered: a repeated call acts again\./,
      means: "a repeated call runs",
      isTrue: (all) => (isRun(all) ? endIn(all.seen, "again") === "completed" : undefined),
      instead,
    },
    {
      place: "Called again",
      says: /Calls that agree in .+? are one call: the first outcome is remembered for [^.]*/,
      means: `${same}, until the time is over`,
      isTrue: (all) =>
        isRun(all)
          ? endIn(all.seen, "again") === "replayed" && endIn(all.seen, "much later") !== "replayed"
          : undefined,
      instead,
    },
    {
      place: "Called again",
      says: /Calls under one idempotency key are one call: the first outcome is remembered for [^.]*/,
      means: "only a call with the same key gets the first outcome",
      isTrue: (all) =>
        isRun(all)
          ? endIn(all.seen, "again") !== "replayed" && endIn(all.seen, "again with the key") === "replayed"
          : undefined,
      instead,
    },
    {
      place: "Called again",
      says: /Returns the (?:first|same) /,
      means: "a repeated call returns the first output",
      isTrue(all) {
        const [first, second] = isByArguments(all)
          ? ["plain", "again"]
          : ["with a key", "again with the key"];
        return isRun(all) ? output(all, first ?? "") === output(all, second ?? "") : undefined;
      },
      instead,
    },
    {
      place: "step",
      says: /If the call is a repeated one, it ends here with the first outcome(?:, which the server gives only with the log-in below)?\./,
      means: same,
      isTrue: (all) =>
        isRun(all)
          ? endIn(all.seen, isByArguments(all) ? "again" : "again with the key") === "replayed"
          : undefined,
      instead,
    },
  ],
};
