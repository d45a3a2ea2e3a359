import { describe, expect, test } from "vitest";
import { explain, findingsOf } from "../src/diagnostic-pages/explain.ts";
import { pages } from "../src/diagnostic-pages/pages.ts";
import { compile, diagnosticCodes } from "../src/index.ts";

const known = [...pages];

test("every code has one page, and every page a code", () => {
  expect([...pages.keys()].toSorted()).toEqual(diagnosticCodes.toSorted());
});

describe.each(known)("the page of %s", (code, { means, fix, wrong, right }) => {
  test("has an example that is reported under this code and no other", () => {
    const codes = findingsOf(code, wrong).map((finding) => finding.code);
    expect(new Set(codes)).toEqual(new Set([code]));
  });
  test("has a remedy that the compiler accepts", () => {
    expect(findingsOf(code, right)).toEqual([]);
    expect(compile(right).model).toBeDefined();
  });
  test("says what it means and what to do, in sentences", () => {
    for (const sentence of [means, fix]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
  });
});

describe("explain", () => {
  test("shows the meaning, the remedy, the example and what the compiler says to it", () => {
    expect(explain("decode/unknown-value")).toBe(`# decode/unknown-value

The field takes one of a few words, and this is none of them.

This is an error. It cannot be turned off.

## How to fix it

Write one of the words that the message lists.

\`\`\`diff
-    riskLevel: lo
+    riskLevel: low
\`\`\`

## Example

\`contracts/notes.yaml\`:

\`\`\`yaml
proviso: 1
domain: notes
description: Notes that people keep.
tools:
  read:
    title: Read a note
    description: Returns the text of a note.
    category: writing
    riskLevel: lo
    inputSchema: { noteId: string }
    outputSchema: { text: string }
    permissions: []
    sideEffects: []
    dataFlow: { readsPrivate: true, returnsUntrusted: false }
    auditEvent: note.read
    failureModes: []
\`\`\`

\`\`\`text
error[decode/unknown-value]: \`lo\` is none of \`low\`, \`medium\`, \`high\`, \`critical\`, \`forbidden\`
 --> contracts/notes.yaml:9:16
  |
9 |     riskLevel: lo
  |                ^^
  = hint: did you mean \`low\`?

1 error
\`\`\`
`);
  });
  test("tells how to turn a lint rule", () =>
    expect(explain("lint/bulk-without-dry-run")).toContain(
      "This is a warning. `rules: { lint/bulk-without-dry-run: off }` in `proviso.yaml` turns it off",
    ));
  test("knows nothing about what is no code", () => {
    for (const code of ["lint/nothing", "", "__proto__"]) expect(explain(code)).toBeUndefined();
  });
});
