import type { SuppressProblems } from "../suppress/problems.ts";
import { type Page, type Pages, tool } from "./page.ts";

/** A tool with a bare side effect, and a comment above that. */
function beside(comment: string): Page["wrong"] {
  const sideEffects = `\n      ${comment}\n      - The note is archived.`;
  return tool({ riskLevel: "high", sideEffects, idempotency: "{ ttl: 1h }" });
}

const good = "# proviso-ignore lint/unclassified-effect -- Kept as broad as the archive's own contract.";
const right = beside(good);

export const suppressPages: Pages<keyof SuppressProblems> = {
  syntax: {
    means:
      "A comment that begins with `proviso-ignore` keeps one rule quiet on its own line, or, if it has a line for itself, on the first line below that is not another comment. This one has another word in its place, or does not name one code and a reason.",
    fix: "Write `proviso-ignore`, the code, ` -- ` and the reason. For a second code, write a second comment above the first.",
    wrong: beside("# proviso-ignore"),
    right,
  },
  "missing-reason": {
    means:
      "Advice may be wrong for one place, and then the next reader wants to know why. A suppression without a reason is an error.",
    fix: "Write ` -- ` and the reason after the code.",
    wrong: beside("# proviso-ignore lint/unclassified-effect"),
    right,
  },
  "unknown-code": {
    means: "There is no such code, so the comment keeps nothing quiet.",
    fix: "Copy the code from the finding.",
    wrong: beside("# proviso-ignore lint/unclassified -- Kept as broad as the archive's own contract."),
    right,
  },
  "not-allowed": {
    means:
      "Only advice, under `lint/`, can be ignored. The other codes say what a contract means, and a comment cannot change that.",
    fix: "Correct what the code reports, and remove the comment.",
    wrong: beside("# proviso-ignore risk/low-with-lasting-effect -- It is only a note."),
    right,
  },
  unused: {
    means:
      "The rule finds nothing on the line that this comment is about. What was wrong has been corrected, or the comment is in the wrong place; left there it would hide the next mistake.",
    fix: "Remove the comment, or move it directly above the finding.",
    wrong: tool({ sideEffects: `[] ${good}` }),
    right: tool({}),
  },
};
