import { createHash } from "node:crypto";
import { allTools, type Checked, type Verdict } from "./check-pages.ts";
import { ways } from "./observe/ways.ts";
import { readPage } from "./pages/read-page.ts";

/** What the site says of the last complete run. Equal pages and an equal sample give an equal report. */
export interface Report {
  /** Of the pages' texts: another digest means that the report is of other pages. */
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

export async function reportOf({ tools, calls, verdicts, beyond }: Checked, pages: string): Promise<Report> {
  const shown = verdicts.filter(({ isTrue }) => isTrue === true);
  const byKind = Map.groupBy(shown, ({ kind }) => kind);
  return {
    pages: await digestOf(pages),
    tools: tools.length,
    ways: ways.length,
    calls,
    checked: Object.fromEntries([...byKind].map(([kind, { length }]) => [kind, length])),
    notShown: verdicts.filter(({ isTrue }) => isTrue === undefined).length,
    beyond: Object.fromEntries([...beyond].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    notRun: Object.fromEntries(
      tools.filter(({ end }) => end !== "completed").map(({ name, end }) => [name, end]),
    ),
  };
}

/** The digest of all texts of pages that are read; it holds the hash of each contract. */
export async function digestOf(pages: string): Promise<string> {
  const texts = (await allTools(pages)).map(({ name }) => readPage(pages, name, 0));
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
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
