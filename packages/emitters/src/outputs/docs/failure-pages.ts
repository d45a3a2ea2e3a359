import type { FailureMode } from "@proviso/manifest";
import { type Catalogue, listedIn } from "./catalogue.ts";
import { retryPhrase } from "./describe.ts";
import { frontmatter } from "./frontmatter.ts";
import { code, joined, phrase, text } from "../../markdown/markdown.ts";
import { groupRow, type Listed, overviewHead, type Page } from "./page.ts";
import { failurePage } from "./page-paths.ts";

export function failurePages(all: Catalogue): readonly Page[] {
  const overview = "failure-modes/index.md";
  const modes = [...all.failureModes].map(([failureCode, found]) => ({
    failureCode,
    modes: found,
    tools: listedIn(all, failurePage(failureCode)),
  }));
  return [
    {
      path: overview,
      template: "groups",
      view: {
        frontmatter: overviewHead(
          "Failure modes",
          "Every way in which a tool can fail, and whether to try again.",
        ),
        intro: phrase`Every way in which a tool can fail. The list of a tool is closed: it fails in no other way.`,
        heading: phrase`Failure mode`,
        groups: modes.map(({ failureCode, tools, modes: [first] }) =>
          groupRow(overview, {
            path: failurePage(failureCode),
            name: code(failureCode),
            meaning: text(first?.description ?? ""),
            tools,
          }),
        ),
      },
    },
    ...modes.map(({ failureCode, tools, modes: found }, index) =>
      failurePageOf(failureCode, tools, found, index + 1),
    ),
  ];
}

function failurePageOf(
  failureCode: string,
  { rows }: Listed,
  modes: readonly FailureMode[],
  order: number,
): Page {
  const path = failurePage(failureCode);
  const implied = modes.some((mode) => mode.implied);
  return {
    path,
    template: "failure-mode",
    view: {
      frontmatter: frontmatter({ title: failureCode, description: modes[0]?.description ?? "", order }),
      meanings: [...new Set(modes.map((mode) => mode.description))].map((meaning) => text(meaning)),
      retries: [...new Set(modes.map((mode) => mode.retry))].map(retryPhrase),
      implied,
      rows: joined(rows, "\n"),
    },
  };
}
