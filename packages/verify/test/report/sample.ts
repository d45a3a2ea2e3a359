import type { VerifyReport } from "../../src/model.ts";

/** Closes every possible surrounding element, and would then run. */
export const hostile = `</title></style>]]>--><script>globalThis.hostile = 1</script>'"\u001b[31m`;

/** A report with every verdict, kind of action and kind of claim, about a server with hostile words. */
export const sample: VerifyReport = {
  format: 1,
  target: { kind: "stdio", command: ["node", "server.js", "{folder}"] },
  server: { name: `notes ${hostile}`, version: "1.2.3" },
  startedAt: "2026-11-27T08:00:00.000Z",
  seed: 7,
  isDisposable: true,
  calls: 42,
  ended: "calls",
  oracles: [{ name: "files", watches: "the folder /tmp/x" }],
  notCalled: [{ tool: "wipe", why: "its contract forbids it" }],
  results: [
    {
      clause: "stable-list",
      claim: { text: "the list of tools stays the same", source: "protocol" },
      verdict: { kind: "survived", trials: 1 },
    },
    {
      clause: "reads-only",
      tool: "read_note",
      claim: { text: "changes nothing", source: "hint" },
      verdict: {
        kind: "refuted",
        trials: 3,
        trace: {
          format: 1,
          target: { kind: "stdio", command: ["node", "server.js", "{folder}"] },
          clause: "reads-only",
          tool: "read_note",
          claim: { text: "changes nothing", source: "hint" },
          observed: `a file was added: ${hostile}`,
          options: { disposable: "true" },
          prelude: [
            {
              action: { kind: "call", tool: "add_note", arguments: { text: "a" } },
              answer: { kind: "result", value: { id: 1 }, ms: 2 },
              changes: [{ oracle: "files", kind: "added", what: "notes/1" }],
            },
          ],
          steps: [
            {
              action: {
                kind: "call",
                tool: "read_note",
                arguments: { id: 1 },
                key: "k1",
                as: "nobody",
                isConcurrent: true,
                killAfterMs: 5,
              },
              answer: { kind: "none", ms: 5 },
              changes: [],
            },
            { action: { kind: "restart" }, answer: { kind: "done", ms: 90 }, changes: [] },
            {
              action: { kind: "call", tool: "read_note", arguments: { id: 1 } },
              answer: { kind: "failed", code: "not_found", text: hostile, ms: 1 },
              changes: [{ oracle: "files", kind: "added", what: hostile }],
            },
          ],
        },
      },
    },
    {
      clause: "permission",
      tool: "read_note",
      claim: { text: "refuses who may not read notes", source: "contract" },
      verdict: { kind: "unobservable", missing: "`--nobody`, a caller without permissions" },
    },
  ],
};
