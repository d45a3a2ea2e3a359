import type { DecodeProblems } from "../decode/problems.ts";
import type { ResolveProblems } from "../resolve/problems.ts";
import type { TypeProblems } from "../schemas/problems.ts";
import type { SuppressProblems } from "../suppress/problems.ts";
import type { ParseProblems } from "../syntax/parse-problems.ts";
import decode from "./decode-pages.json" with { type: "json" };
import host from "./host-pages.json" with { type: "json" };
import lint from "./lint-pages.json" with { type: "json" };
import { longExamples } from "./long-examples.ts";
import { type DiagnosticPage, exampleSources, type StoredPage } from "./page.ts";
import parse from "./parse-pages.json" with { type: "json" };
import project from "./project-pages.json" with { type: "json" };
import resolve from "./resolve-pages.json" with { type: "json" };
import rule from "./rule-pages.json" with { type: "json" };
import suppress from "./suppress-pages.json" with { type: "json" };
import text from "./text-pages.json" with { type: "json" };
import type from "./type-pages.json" with { type: "json" };

type PagesOf<Problems> = Readonly<Record<keyof Problems, StoredPage>>;

/** One page for every code, in the order of the stages. */
export const pages: ReadonlyMap<string, DiagnosticPage> = new Map([
  ...pagesOf(parse satisfies PagesOf<ParseProblems>, "parse/"),
  ...pagesOf(decode satisfies PagesOf<DecodeProblems>, "decode/"),
  ...pagesOf(type satisfies PagesOf<TypeProblems>, "type/"),
  ...pagesOf(resolve satisfies PagesOf<ResolveProblems>, "resolve/"),
  ...pagesOf({ ...rule, ...lint, ...text, ...project, ...host }),
  ...pagesOf(suppress satisfies PagesOf<SuppressProblems>, "suppress/"),
]);

function pagesOf(
  stored: Readonly<Record<string, StoredPage>>,
  stage = "",
): (readonly [string, DiagnosticPage])[] {
  return Object.entries(stored).map(([name, { means, fix, wrong, right }]) => {
    const code = `${stage}${name}`;
    const example = wrong ?? longExamples[code];
    if (!example) throw new Error(`\`${code}\` has no wrong example`);
    return [code, { means, fix, wrong: exampleSources(example), right: exampleSources(right) }];
  });
}
