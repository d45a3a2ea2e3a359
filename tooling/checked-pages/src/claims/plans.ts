import { callOf, endIn } from "../observe/observe-tool.ts";
import { isNothing } from "../observe/rows.ts";
import type { Claim, ClaimRow, Evidence } from "./claim.ts";

const isPlanned = ({ seen }: Evidence): boolean | undefined =>
  seen.calls.has("as a dry run")
    ? endIn(seen, "as a dry run") === "planned" && isNothing(callOf(seen, "as a dry run").change)
    : undefined;
const isRequired = ({ seen }: Evidence): boolean => endIn(seen, "without a dry run") === "dry_run_required";
const planOnly = "a dry run returns its plan and changes nothing";
const required = "a call without a dry run is refused";

function row(place: string | RegExp, says: RegExp, means: string, isTrue: ClaimRow["isTrue"]): ClaimRow {
  return {
    place,
    says,
    means,
    isTrue,
    instead: ({ seen }) => `as a dry run: ${endIn(seen, "as a dry run")}`,
  };
}

/** What a dry run does. */
export const plans: Claim = {
  kind: "plans",
  rows: [
    row(
      "Dry run",
      /Offered\. With `dryRun` true the call returns its plan and changes nothing\./,
      planOnly,
      isPlanned,
    ),
    row(
      "Dry run",
      /Required\. A call is refused until a call with `dryRun` true has returned its plan/,
      required,
      isRequired,
    ),
    row("data dryRun", /"none"/, "there is no dry run", ({ seen }) => seen.contract.dryRun === undefined),
    row("data dryRun", /"supported"/, planOnly, isPlanned),
    row("data dryRun", /"required"/, required, isRequired),
    row("step", /The client makes a dry run\. Without one the call is refused\./, required, isRequired),
    row("step", /It gets the plan\. Nothing has changed\./, planOnly, isPlanned),
    row("step", /The handler plans what it would do\. Nothing has changed yet\./, planOnly, isPlanned),
  ],
};
