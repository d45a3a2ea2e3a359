import { expect, it } from "vitest";
import { helpLines } from "../src/help-lines.ts";

it("puts each text of a command's help in one line below its name", () => {
  const help = `Checks all contracts, and writes
nothing.

Usage: proviso check [OPTIONS]

Options:
  --json     Print one JSON object,
             for machines.
  --a-name-that-is-long-for-its-column WORD
             What it is, by default the
             proviso.yaml here.
  -s, --strict  Fail for warnings.

Examples:
  proviso check --json

Exit codes: 0 ok.
`;
  expect(helpLines(help)).toBe(`Checks all contracts, and writes nothing.

Usage: proviso check [OPTIONS]

Options:
  --json
      Print one JSON object, for machines.
  --a-name-that-is-long-for-its-column WORD
      What it is, by default the proviso.yaml here.
  -s, --strict
      Fail for warnings.

Examples:
  proviso check --json

Exit codes: 0 ok.`);
});
