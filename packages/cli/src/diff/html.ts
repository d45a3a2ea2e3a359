import type { SafetyVerdict } from "@proviso/changes";
import { escapeText, html, type Html } from "@proviso/manifest";
import { countOf } from "../terminal/count.ts";
import type { DiffFormat, DiffReport, ReportedChange } from "./diff-report.ts";
import { changeCard } from "./change-card.ts";
import { pageStyle } from "./page-style.ts";
import { safetyMarks } from "./safety-marks.ts";
import { byTool } from "./verdicts.ts";
import { since } from "./since.ts";

/**
 * A page for reviewers, in one file: no script, nothing loaded from elsewhere, and contract text escaped. Its policy forbids both
 * to whatever would slip through.
 */
export const htmlFormat: DiffFormat = {
  name: "html",
  summary: "a page for reviewers, in one file",
  hasDiagnostics: false,
  print: (report) => page(report).text.trimEnd(),
};

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const safeties = Object.keys(safetyMarks) as readonly SafetyVerdict[];

function page(report: DiffReport): Html {
  const { changes, version } = report;
  const tools = [...byTool(changes)];
  const compared = since(report, escapeText);
  const title = `What changed ${report.tool === undefined ? "in the contracts " : ""}${compared}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        <style>
          ${pageStyle}
        </style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p>${summaryOf(changes)}</p>
          ${changes.length > 0 ? filters(changes) : undefined}
        </header>
        ${tools.length > 1 ? contents(tools) : undefined}
        <main>${tools.map(([tool, of], index) => section(tool, of, index))}</main>
        <footer>
          <table>
            <tr>
              <th scope="row">Reviewed by</th>
              <td></td>
              <th scope="row">Date</th>
              <td></td>
            </tr>
            <tr>
              <th scope="row">Decision</th>
              <td></td>
              <th scope="row">Signature</th>
              <td></td>
            </tr>
          </table>
          <p>Written by proviso ${version}.</p>
        </footer>
      </body>
    </html> `;
}

function summaryOf(changes: readonly ReportedChange[]): string {
  return changes.length === 0
    ? "No contract changed."
    : `${countOf(changes.length, "change")}, the most serious first.`;
}

/** Boxes that the style sheet reads, so that the page needs no script. */
function filters(changes: readonly ReportedChange[]): Html {
  const boxes = safeties.map((safety) => {
    const count = changes.filter((change) => change.safety === safety).length;
    return html`<label class="mark ${safety}"
      ><input type="checkbox" id="show-${safety}" checked /> ${safetyMarks[safety]} ${count}</label
    > `;
  });
  return html`<fieldset>
    <legend>Show</legend>
    ${boxes}
  </fieldset>`;
}

type ToolChanges = readonly [tool: string, changes: readonly ReportedChange[]];

function contents(tools: readonly ToolChanges[]): Html {
  const rows = tools.map(
    ([tool, of], index) =>
      html`<tr>
        <th scope="row"><a href="#part-${index + 1}">${nameOf(tool)}</a></th>
        ${safeties.map((safety) => countCell(safety, of))}
      </tr> `,
  );
  return html`<nav aria-label="What changed">
    <table>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          ${safeties.map((safety) => html`<th scope="col">${safetyMarks[safety]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </nav>`;
}

function countCell(safety: SafetyVerdict, of: readonly ReportedChange[]): Html {
  const count = of.filter((change) => change.safety === safety).length;
  return count === 0 ? html`<td></td>` : html`<td class="mark ${safety}">${count}</td>`;
}

function section(tool: string, of: readonly ReportedChange[], index: number): Html {
  return html`<section id="part-${index + 1}">
    <h2>${nameOf(tool)}</h2>
    ${of.map(changeCard)}
  </section> `;
}

/** Changes of no tool are about the product. */
function nameOf(tool: string): Html {
  return tool === "" ? html`The product` : html`<code>${escapeText(tool)}</code>`;
}
