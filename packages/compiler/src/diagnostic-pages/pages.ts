import { decodePages } from "./decode-pages.ts";
import { hostPages } from "./host-pages.ts";
import { lintPages } from "./lint-pages.ts";
import type { DiagnosticPage } from "./page.ts";
import { parsePages } from "./parse-pages.ts";
import { projectPages } from "./project-pages.ts";
import { resolvePages } from "./resolve-pages.ts";
import { rulePages } from "./rule-pages.ts";
import { suppressPages } from "./suppress-pages.ts";
import { textPages } from "./text-pages.ts";
import { typePages } from "./type-pages.ts";

const stages = { parse: parsePages, decode: decodePages, type: typePages, resolve: resolvePages } as const;

/** One page for every code, in the order of the stages. */
export const pages: ReadonlyMap<string, DiagnosticPage> = new Map([
  ...Object.entries(stages).flatMap(([stage, table]) => stagePages(stage, table)),
  ...Object.entries(rulePages),
  ...Object.entries(lintPages),
  ...Object.entries(textPages),
  ...Object.entries(projectPages),
  ...Object.entries(hostPages),
  ...stagePages("suppress", suppressPages),
]);

function stagePages(
  stage: string,
  table: Readonly<Record<string, DiagnosticPage>>,
): (readonly [string, DiagnosticPage])[] {
  return Object.entries(table).map(([code, page]) => [`${stage}/${code}`, page] as const);
}
