import type { SuppressProblems } from "../suppress/problems.ts";
import { type DiagnosticPage, type Pages, tool } from "./page.ts";

/** A tool with an unclassified side effect, and a comment above it. */
function besideExample(comment: string): DiagnosticPage["wrong"] {
  const sideEffects = `\n      ${comment}\n      - The note is archived.`;
  return tool({ riskLevel: "high", sideEffects, idempotency: "{ ttl: 1h }" });
}

const goodExample =
  "# proviso-ignore lint/unclassified-effect -- Kept as broad as the archive's own contract.";
const rightExample = besideExample(goodExample);

export const suppressPages: Pages<keyof SuppressProblems> = {
  syntax: {
    means:
      "A comment that begins with `proviso-ignore` suppresses one rule on its own line or, if it stands alone on a line, on the first line below that is not another comment. This one misspells `proviso-ignore`, or does not name one code and a reason.",
    fix: "Write `proviso-ignore`, the code, ` -- ` and the reason. For a second code, write a second comment above the first.",
    wrong: besideExample("# proviso-ignore"),
    right: rightExample,
  },
  "missing-reason": {
    means:
      "Advice may be wrong for one place, and then the next reader wants to know why. A suppression without a reason is an error.",
    fix: "Write ` -- ` and the reason after the code.",
    wrong: besideExample("# proviso-ignore lint/unclassified-effect"),
    right: rightExample,
  },
  "unknown-code": {
    means: "There is no such code, so the comment suppresses nothing.",
    fix: "Copy the code from the finding.",
    wrong: besideExample(
      "# proviso-ignore lint/unclassified -- Kept as broad as the archive's own contract.",
    ),
    right: rightExample,
  },
  "not-allowed": {
    means:
      "Only advice, under `lint/`, can be ignored. The other codes report errors in the contract, which a comment cannot correct.",
    fix: "Correct what the code reports, and remove the comment.",
    wrong: besideExample("# proviso-ignore risk/low-with-lasting-effect -- It is only a note."),
    right: rightExample,
  },
  unused: {
    means:
      "The rule finds nothing on the line that this comment applies to. Either the contract has been corrected, or the comment is in the wrong place. If it stays, it hides the next mistake.",
    fix: "Remove the comment, or move it directly above the finding.",
    wrong: tool({ sideEffects: `[] ${goodExample}` }),
    right: tool({}),
  },
};
