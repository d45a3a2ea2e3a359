import type { ParseProblems } from "../syntax/parse-problems.ts";
import { type Pages, text, tool } from "./page.ts";

export const parsePages: Pages<keyof ParseProblems> = {
  "too-large": {
    means:
      "The file has more than four million characters. Nobody reviews that, and every tool that reads contracts would slow down.",
    fix: "Split the domain: one file holds one domain, and types, permissions and failure modes are shared between files.",
    wrong: tool({}, { header: `# ${"Nobody reads this. ".repeat(220_000)}\n` }),
    right: tool({}),
  },
  "too-deep": {
    means:
      "Brackets or indentation are nested more than 64 levels deep. Readers of YAML descend once for each level, and some would overflow the stack.",
    fix: "Name the inner part under `types`, or make the value flatter.",
    wrong: tool({ metadata: `${"{ part: ".repeat(70)}{}${" }".repeat(70)}` }),
    right: tool({ metadata: "{ part: { part: {} } }" }),
  },
  syntax: {
    means:
      "The file is not YAML. Only the first place is reported, because later errors mostly follow from it. By far the most frequent cause is a list type inside braces: there `[` begins a list, so `string[]` has to be quoted.",
    fix: "Quote the value, or write the map over several lines.",
    wrong: tool({ outputSchema: "{ lines: string[] }" }),
    right: tool({ outputSchema: '{ lines: "string[]" }' }),
  },
  forbidden: {
    means:
      "Anchors, aliases, merge keys, tags and directives give a text a meaning that it does not show. A contract is read by people who decide about safety, so it may not use them.",
    fix: "Write the value out. Declare a type that is used more than once under `types`, and use its name.",
    wrong: tool({ inputSchema: "&id { noteId: string }" }),
    right: tool({ inputSchema: "{ noteId: string }" }),
  },
  "second-document": {
    means:
      "A line of three dashes begins another document, and a contract file holds one. Whoever reads only the first would miss the rest.",
    fix: "Move the second document to a file of its own; one domain, one file.",
    wrong: [
      { path: "contracts/notes.yaml", text: `${tool({})[0]?.text ?? ""}---\nproviso: 1\ndomain: tags\n` },
    ],
    right: tool({}),
  },
  empty: {
    means: "The file holds nothing but white space or comments, and the configuration calls it a contract.",
    fix: "Write the contract, or remove the file.",
    wrong: text("# To be written.\n"),
    right: tool({}),
  },
  "not-a-map": {
    means: "A contract is a map that begins with `proviso: 1`; this file holds a list or a single value.",
    fix: "Write the fields of the contract at the left margin, without a dash before them.",
    wrong: text("- proviso: 1\n- domain: notes\n"),
    right: tool({}),
  },
  "key-not-text": {
    means:
      "YAML lets numbers, lists and maps be keys. In JSON, a key is text, so such a key would change its meaning over the wire.",
    fix: "Quote the key if it is meant as text.",
    wrong: tool({ metadata: "{ 1: one }" }),
    right: tool({ metadata: '{ "1": one }' }),
  },
  "key-without-value": {
    means:
      "Inside braces a comma ends a value. Text with a comma in it is cut there, and its rest becomes a key without a value.",
    fix: "Quote text that holds a comma.",
    wrong: tool({ deprecated: "{ reason: Slow, and replaced. }" }),
    right: tool({ deprecated: '{ reason: "Slow, and replaced." }' }),
  },
  "duplicate-key": {
    means:
      "The same key is in this map twice. Some readers of YAML take the first and some the last, so the file would mean two things.",
    fix: "Remove one of them.",
    wrong: tool({ riskLevel: "low\n    riskLevel: low" }),
    right: tool({ riskLevel: "low" }),
  },
  "similar-key": {
    means:
      "Two keys of one map differ by upper and lower case only. People overlook that, and some file systems and hosts do not tell such names apart.",
    fix: "Rename one of them.",
    wrong: tool({ inputSchema: "{ noteId: string, noteID: string }" }),
    right: tool({ inputSchema: "{ noteId: string, otherId: string }" }),
  },
  number: {
    means:
      "This number is infinite, not a number, or an integer too large to be represented exactly, so the value read would differ from the value written. One with a zero in front, such as `010`, is ten here and eight to readers of older YAML.",
    fix: "Quote it if it is text, such as an identifier made of digits; otherwise write a number within 2^53, without a zero in front.",
    wrong: tool({ metadata: "{ ticket: 12345678901234567890 }" }),
    right: tool({ metadata: '{ ticket: "12345678901234567890" }' }),
  },
};
