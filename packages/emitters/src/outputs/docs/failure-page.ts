import type { RetryAdvice } from "@proviso/manifest";
import type { Catalogue } from "./catalogue.ts";
import { retryPhrase } from "./describe.ts";
import { frontmatter } from "./frontmatter.ts";
import type { ListedFailure } from "./listed-failures.ts";
import type { TemplateView } from "../../templates/view.ts";
import { code, joined, type Markdown, phrase, text } from "../../text/markdown.ts";
import { anchored, type DocsPage } from "./page.ts";
import { failurePage, failuresPage } from "./page-paths.ts";

/** A table of declared failures with the tools that return them, and a table of implied ones. */
export function failureIndex(all: Catalogue): DocsPage {
  const codes = [...all.failureModes];
  const declared = codes.flatMap(([failureCode, listed]) =>
    declaredRows(
      failureCode,
      listed.filter(({ mode }) => !mode.implied),
    ),
  );
  const implied = codes.flatMap(([failureCode, listed]) =>
    impliedRow(
      failureCode,
      listed.filter(({ mode }) => mode.implied),
      all.callable,
    ),
  );
  return {
    path: failuresPage,
    template: "failure-modes",
    view: {
      frontmatter: frontmatter({
        title: "Failure modes",
        description: "Every way in which a tool can fail, and whether to try again.",
        order: 0,
      }),
      declared,
      implied,
    },
  };
}

/** A row for each meaning that contracts give the code. */
function declaredRows(failureCode: string, listed: readonly ListedFailure[]): TemplateView[] {
  const byMeaning = Map.groupBy(listed, ({ mode }) => JSON.stringify([mode.description, mode.retry]));
  const name = code(failureCode);
  return [...byMeaning.values()].flatMap((same, index) =>
    same.slice(0, 1).map(({ mode }) => ({
      code: index === 0 ? anchored(failurePage(failureCode), name) : name,
      meaning: text(mode.description),
      retry: retryPhrase(mode.retry),
      tools: joined(
        same.map(({ tools }) => tools),
        ", ",
      ),
    })),
  );
}

/** For which tools each advice holds, where it depends on the tool (`impliedFailure`). */
const advicePhrase = (retry: RetryAdvice): Markdown => phrase`${advised[retry]}: ${retryPhrase(retry)}`;
const advised: Readonly<Record<RetryAdvice, Markdown>> = {
  after: phrase`a tool that only reads`,
  sameKey: phrase`a tool with effects and ${code("idempotency")}`,
  never: phrase`a tool with effects and no ${code("idempotency")}`,
};

/** Most tools return most implied failures, so the row has their number instead of links. */
function impliedRow(failureCode: string, listed: readonly ListedFailure[], callable: number): TemplateView[] {
  const [first] = listed;
  if (!first) return [];
  const advices = [...new Set(listed.map(({ mode }) => mode.retry))];
  const count = listed.reduce((sum, each) => sum + each.count, 0);
  return [
    {
      code: anchored(failurePage(failureCode), code(failureCode)),
      meaning: text(first.mode.description),
      retry: joined(advices.length > 1 ? advices.map(advicePhrase) : advices.map(retryPhrase), "; "),
      tools: count === callable ? phrase`every tool` : phrase`${count} of ${callable} tools`,
    },
  ];
}
