import { code, jsonBlock } from "@proviso/emitters/markdown";
import type { Json } from "@proviso/manifest";
import { countOf } from "../terminal/count.ts";
import type { DiffFormat, DiffReport, ReportedChange } from "./diff-report.ts";
import { inert } from "./inert.ts";
import { byTool, countVerdicts, verdictsOf, waivedUntil } from "./verdicts.ts";
import { since } from "./since.ts";

/** GitHub refuses a comment of more than 65,536 characters. */
const maxCharacters = 60_000;
/** How much of a value is shown. */
const maxOfValue = 2000;

/** A comment for a pull request: a table for each tool, the values of each change below it, folded. */
export const markdownFormat: DiffFormat = {
  name: "markdown",
  summary: "a comment for a pull request",
  hasDiagnostics: false,
  print(report: DiffReport) {
    const { changes } = report;
    const compared = since(report, code);
    if (changes.length === 0) return `### No contract changed ${compared}`;
    const counts = countVerdicts(changes);
    const head = `### ${countOf(changes.length, "change")} ${report.tool === undefined ? "of contracts " : ""}${compared}${counts}`;
    const sections = [...byTool(changes)].map(([tool, of]) => ({
      text: section(tool, of),
      count: of.length,
    }));
    return [head, ...fitting(sections, maxCharacters - head.length)].join("\n\n");
  },
};

interface Section {
  readonly text: string;
  /** How many changes it shows. */
  readonly count: number;
}

/** As many sections as there is room for, and how many changes the others have. */
function fitting(sections: readonly Section[], room: number): readonly string[] {
  let left = room;
  const shown = sections.findIndex(({ text: { length } }) => (left -= length + 2) < 0);
  if (shown < 0) return sections.map((each) => each.text);
  const more = sections.slice(shown).reduce((sum, { count }) => sum + count, 0);
  return [
    ...sections.slice(0, shown).map((each) => each.text),
    `${countOf(more, "more change")}: \`proviso diff\` prints all of them.`,
  ];
}

function section(tool: string, changes: readonly ReportedChange[]): string {
  const rows = changes.map(
    (change) => `| ${[verdictCell(change), message(change), code(change.id)].join(" | ")} |`,
  );
  return [
    `#### ${tool === "" ? "The product" : code(tool)}`,
    `| Verdict | Change | Kind |\n| --- | --- | --- |\n${rows.join("\n")}`,
    `<details><summary>Before and after</summary>`,
    ...changes.map(values),
    `</details>`,
  ].join("\n\n");
}

function verdictCell({ waived, ...change }: ReportedChange): string {
  const verdicts = verdictsOf(change).map((word) =>
    word === "loosened" || word === "breaking" ? `**${word}**` : word,
  );
  const words = verdicts.length === 0 ? "safe" : verdicts.join(", ");
  return waived ? `~~${words}~~ ${waivedUntil(waived)}` : words;
}

function message({ message: said, waived }: ReportedChange): string {
  return waived ? `${inert(said)} (waived: ${inert(waived.reason)})` : inert(said);
}

function values({ path, span, fingerprint, before, after }: ReportedChange): string {
  const place = `${code(path === "" ? "the tool" : path)} in ${code(`${span.file}:${span.line}`)}, fingerprint ${code(fingerprint)}`;
  return [place, "Before:", value(before), "After:", value(after)].join("\n\n");
}

function value(json: Json | undefined): string {
  return json === undefined ? "*absent*" : jsonBlock(json, maxOfValue);
}
