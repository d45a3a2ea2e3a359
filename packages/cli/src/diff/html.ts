import type { SafetyVerdict } from "@proviso/changes";
import { escapeText, html, type Html } from "@proviso/manifest";
import { countOf } from "../terminal/count.ts";
import type { DiffFormat, DiffReport, ReportedChange } from "./diff-report.ts";
import { changeCard } from "./change-card.ts";
import { safetyMarks } from "./safety-marks.ts";
import { byTool } from "./verdicts.ts";
import { since } from "./since.ts";

/** The style sheet of the page. It has no quotes and no `<`, so it may stand in a template as it is. */
const pageStyle: Html = html`
  :root { color-scheme: light dark; --text: #1d1d22; --weak: #55555f; --line: #d5d5dd; --back: #ffffff;
  --panel: #f5f5f8; --loosened: #b3261e; --tightened: #17713f; --unchanged: #55555f; --breaking: #8f5600;
  --was: #fdeceb; --is: #e8f6ee; } @media (prefers-color-scheme: dark) { :root { --text: #ececf1; --weak:
  #b4b4c0; --line: #3a3a45; --back: #17171c; --panel: #212128; --loosened: #ff8a82; --tightened: #5cc98b;
  --unchanged: #b4b4c0; --breaking: #f0b455; --was: #3a2022; --is: #16301f; } } * { box-sizing: border-box; }
  body { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; } h1 { margin: 0; font-size: 1.7rem;
  line-height: 1.25; } h2 { margin: 2.2rem 0 0.8rem; font-size: 1.25rem; } h3 { margin: 0; font-size: 1rem;
  font-weight: 600; } h4 { margin: 0 0 0.25rem; color: var(--weak); font-size: 0.8rem; } p { margin: 0.4rem 0;
  } a { color: inherit; } code, pre { font-family: ui-monospace, monospace; font-size: 0.85em; } .mark {
  color: var(--mark); font-weight: 700; white-space: nowrap; } .loosened { --mark: var(--loosened); }
  .tightened { --mark: var(--tightened); } .unchanged { --mark: var(--unchanged); } fieldset { display: flex;
  flex-wrap: wrap; gap: 0.4rem 1.25rem; margin: 1rem 0 0; padding: 0; border: 0; } legend { padding: 0; color:
  var(--weak); font-size: 0.85rem; } nav table { margin-top: 1.25rem; border-collapse: collapse; } nav :is(th,
  td) { padding: 0.3rem 1.25rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: start;
  font-weight: 400; } nav thead th { color: var(--weak); font-size: 0.85rem; } .change { margin: 0 0 0.9rem;
  padding: 0.9rem 1rem; border: 1px solid var(--line); border-left: 5px solid var(--mark); border-radius:
  0.4rem; } .change.tightened { border-left-style: double; } .change.unchanged { border-left-style: dotted; }
  .verdicts span { display: inline-block; margin-inline-end: 0.3rem; padding: 0 0.5rem; border: 1px solid;
  border-radius: 1rem; font-size: 0.8rem; } .verdicts .breaking { color: var(--breaking); font-weight: 700; }
  .verdicts .other, .place { color: var(--weak); } .place { font-size: 0.85rem; } .waived { font-style:
  italic; } .values { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: 0.75rem; margin: 0.6rem 0; } .values .absent { color: var(--weak); font-style: italic; } pre { margin:
  0; padding: 0.5rem 0.6rem; border-radius: 0.3rem; background: var(--panel); white-space: pre-wrap; } del {
  background: var(--was); text-decoration: none; } ins { background: var(--is); text-decoration: none; }
  summary { cursor: pointer; } footer { margin-top: 3rem; color: var(--weak); font-size: 0.85rem; } footer
  table { width: 100%; border-collapse: collapse; } footer :is(th, td) { height: 2.6rem; padding: 0.3rem
  0.6rem; border: 1px solid var(--line); text-align: start; font-weight: 400; } footer td { width: 32%; }
  body:has(#show-loosened:not(:checked)) .change.loosened { display: none; }
  body:has(#show-tightened:not(:checked)) .change.tightened { display: none; }
  body:has(#show-unchanged:not(:checked)) .change.unchanged { display: none; } @media (max-width: 40rem) {
  footer :is(tr, th, td) { display: block; width: auto; } } @media print { body { max-width: none; padding: 0;
  font-size: 10pt; } fieldset { display: none; } .change { break-inside: avoid; } details::details-content {
  display: block; content-visibility: visible; } }
`;

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
