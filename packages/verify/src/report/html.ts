import { escapeText, html, type Content, type Html } from "@proviso/manifest";
import type { ClaimResult, Trace, VerifyReport } from "../model.ts";
import { pageStyle } from "./page-style.ts";
import { traceFile } from "./trace-file.ts";
import type { ReportFormat } from "./words.ts";
import { byTool, countsText, endings, scope, toolText, traceLines, verdictText } from "./words.ts";

/** A page in one file: no script, nothing loaded from elsewhere, and the server's words escaped. */
export const htmlFormat: ReportFormat = {
  name: "html",
  summary: "a page in one file",
  print: (report, folder) => page(report, folder).text.trimEnd(),
};

/** Forbids scripts and other addresses to whatever would slip through. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function page(report: VerifyReport, folder: string): Html {
  const title = `What ${escapeText(report.server.name)} claims, and what it does`;
  const ended = endings[report.ended];
  const tools = [...byTool(report.results)].map(([tool, results]) => {
    const items = results.map((result) => claimItem(result, folder));
    return section(tool === undefined ? "The server" : html`<code>${toolText(tool)}</code>`, items);
  });
  const left = report.notCalled.map(({ tool, why }) => {
    return html`<li><code>${toolText(tool)}</code> ${escapeText(why)}</li>`;
  });
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
          <p>${countsText(report.results)}. ${scope}</p>
          ${ended && html`<p>${ended}</p>`} ${facts(report)}
        </header>
        <main>${tools} ${left.length > 0 ? section("Not called", left) : undefined}</main>
      </body>
    </html> `;
}

function facts({ server, startedAt, seed, calls, isDisposable, oracles, signature }: VerifyReport): Html {
  const watched = oracles.map(({ name, watches }) => `${escapeText(name)} (${escapeText(watches)})`);
  const rows = [
    ["Server", `${escapeText(server.name)} ${escapeText(server.version)}`],
    ["Started", startedAt],
    ["Calls", `${calls}, made from seed ${seed}`],
    ["Target", isDisposable ? "disposable: also tools that may do harm" : "kept: only tools that read"],
    ["Watched", watched.join("; ") || "nothing"],
    ...(signature ? [["Signed by", `key ${signature.keyId ?? ""}; the JSON report has the signature`]] : []),
  ];
  const items = rows.map(([name, value]) => [html`<dt>${name}</dt>`, html`<dd>${value}</dd>`]);
  return html`<dl>${items}</dl>`;
}

function section(title: Content, items: readonly Html[]): Html {
  return html`<section>
    <h2>${title}</h2>
    <ul>
      ${items}
    </ul>
  </section> `;
}

function claimItem(result: ClaimResult, folder: string): Html {
  const { clause, claim, verdict } = result;
  const needs = verdict.kind === "unobservable" && html`<p>Needs ${escapeText(verdict.missing)}.</p>`;
  return html`<li class="${verdict.kind}">
    <strong>${verdictText(result)}</strong> <code>${clause}</code>
    <p>${escapeText(claim.text)} <small>(${claim.source})</small></p>
    ${needs || undefined} ${verdict.kind === "refuted" ? refutation(verdict.trace, folder) : undefined}
  </li> `;
}

function refutation(trace: Trace, folder: string): Html {
  const lines = traceLines(trace).map((line) => html`<li><code>${line}</code></li>`);
  return html`<p>${escapeText(trace.observed)}</p>
    <ol>
      ${lines}
    </ol>
    <p>Run it again: <code>proviso verify --replay ${folder}${traceFile(trace)}</code></p>`;
}
