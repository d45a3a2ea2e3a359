import { createHash } from "node:crypto";
import { allTools, type Checked, type Verdict } from "./check-pages.ts";
import { ways } from "./observe/ways.ts";
import { readPage } from "./pages/read-page.ts";

/** What the site says of the last complete run. Equal pages and an equal sample give an equal report. */
export interface Report {
  /** The digest of all texts of pages that are read; they hold the hash of each contract. */
  readonly pages: string;
  readonly tools: number;
  readonly ways: number;
  readonly calls: number;
  /** How many sentences are as it happened, by kind. */
  readonly checked: Readonly<Record<string, number>>;
  /** Sentences of a kind that is checked, which the calls of their tool do not show. */
  readonly notShown: number;
  /** How many sentences no call of the sample can show, by reason. */
  readonly beyond: Readonly<Record<string, number>>;
  /** Tools whose plain call did not complete, with its end. */
  readonly notRun: Readonly<Record<string, string>>;
}

export async function reportOf({ tools, calls, verdicts }: Checked, pages: string): Promise<Report> {
  const texts = (await allTools(pages)).map(({ name }) => readPage(pages, name, 0));
  const notRun = tools.filter(({ end }) => end !== "completed").map(({ name, end }) => [name, end]);
  const beyond = verdicts.flatMap(({ beyond: why = [] }) => why);
  return {
    pages: createHash("sha256").update(JSON.stringify(texts)).digest("hex"),
    tools: tools.length,
    ways: ways.length,
    calls,
    checked: counted(verdicts.filter(({ isTrue }) => isTrue === true).map(({ kind }) => kind)),
    notShown: verdicts.filter((each) => each.isTrue === undefined && !each.beyond).length,
    beyond: counted(beyond.toSorted()),
    notRun: Object.fromEntries(notRun),
  };
}

function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const groups = [...Map.groupBy(names, (name) => name)];
  return Object.fromEntries(groups.map(([name, { length }]) => [name, length]));
}

/** The sentences that are not what happened, for people. */
export function printFalse(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ isTrue }) => isTrue === false)
    .map(({ subject, kind, place, sentence, means, instead }) =>
      [
        `${subject}  ${place}  (${kind})`,
        `  says      ${sentence.replaceAll("\n", "\n            ")}`,
        `  so that   ${means}`,
        ...(instead === undefined ? [] : [`  happened  ${instead}`]),
      ].join("\n"),
    )
    .join("\n\n");
}
