import { expect, test } from "vitest";
import { printed, printHelp, type HelpPage } from "../src/index.ts";

const page: HelpPage = {
  name: "desk list",
  summary: "List what waits.",
  args: {
    state: { type: "positional", description: "The folder of the state." },
    tool: { type: "positional", required: false, description: "Only this tool." },
    all: { type: "boolean", short: "a", description: "Also what has ended, however long that is ago." },
    format: { type: "enum", options: ["text", "json"], default: "text", description: "How." },
    "an-option-with-a-name": { type: "string", valueHint: "name", description: "Long." },
  },
  examples: ["desk list state"],
  exitCodes: { clean: 0, usage: 2 },
};

test("a page lists arguments and options in columns, and continues a description below itself", () => {
  expect(printHelp(page, { width: 50, color: false })).toBe(
    [
      "List what waits.",
      "",
      "Usage: desk list STATE [TOOL] [OPTIONS]",
      "",
      "Arguments:",
      "  STATE  The folder of the state.",
      "  TOOL   Only this tool.",
      "",
      "Options:",
      "  -a, --all           Also what has ended, however",
      "                      long that is ago.",
      "  --format text|json  How. Defaults to text.",
      "  --an-option-with-a-name NAME",
      "                      Long.",
      "",
      "Examples:",
      "  desk list state",
      "",
      "Exit codes: 0 clean, 2 usage.",
    ].join("\n"),
  );
});

test("a program lists its commands", () => {
  const program = { name: "desk", summary: "Decides.", version: "1.2.3", commands: [page] };
  expect(printHelp(program, { color: false })).toBe(
    [
      "Decides. Version 1.2.3 (--version).",
      "",
      "Usage: desk COMMAND",
      "",
      "Commands:",
      "  list  List what waits.",
      "",
      "desk COMMAND --help explains a command.",
    ]
      .join("\n")
      .replace("  list  ", "  desk list  "),
  );
});

test("no line is longer than 100 columns on any terminal, and titles are bold only in colour", () => {
  const long = { ...page, summary: "word ".repeat(200).trim() };
  const lines = printHelp(long, { width: 300, color: false }).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(printed(printHelp(page, { color: true }))).toContain("\u001b[1mUsage:\u001b[22m");
});
