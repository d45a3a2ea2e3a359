import { endIn } from "../observe/observe-tool.ts";
import type { Claim, ClaimRow, Evidence } from "./claim.ts";

const isRefused = ({ seen }: Evidence, way = "with an old log-in"): boolean | undefined => {
  const end = endIn(seen, way);
  return end === undefined ? undefined : end === "step_up_required";
};
const isConditional = (all: Evidence): boolean | undefined => {
  const [under, outside] = ["under", "outside"].map((side) =>
    isRefused(all, `${side} the condition of its log-in`),
  );
  return under === undefined || outside === undefined ? undefined : under && !outside;
};
const instead = ({ seen }: Evidence): string => `an old log-in: ${endIn(seen, "with an old log-in")}`;

function row(says: RegExp, means: string, isTrue: ClaimRow["isTrue"]): ClaimRow {
  return { place: /log-in$|^step$|^data stepUp$/, says, means, isTrue, instead };
}

/** Whether a log-in has to be recent, or of a level. */
export const logIn: Claim = {
  kind: "log-in",
  rows: [
    row(/Always: a log-in at most [^.]*? old|^"always"$/, "an old log-in is refused", (all) =>
      isRefused(all),
    ),
    row(/When `.+` is true: a log-in at most [^.]*? old|^"when"$/, "only under the condition", isConditional),
    // A program has no log-in, which counts as an old one.
    row(
      /No workflow can make a call, because a program cannot sign in\./,
      "an old log-in is refused",
      (all) => isRefused(all),
    ),
    row(/No workflow can make such a call, because .*\./, "only under the condition", isConditional),
    row(/^Never\.|^"never"$/, "an old log-in is enough", (all) => isRefused(all) === false),
    row(/(?: and |: )authentication level `[^`]+`/, "a log-in without this level is refused", (all) =>
      isRefused(all, "with a weak log-in"),
    ),
  ],
};
