import { compareText } from "@proviso/compiler";
import type { DocsEntry } from "./entry.ts";
import type { Markdown } from "../../text/markdown.ts";
import type { ListedFailure } from "./listed-failures.ts";

/** The entries of all domains, combined for the pages that list tools. Keys are sorted. */
export interface Catalogue {
  readonly domains: readonly DocsEntry[];
  /** How many tools the catalogue lists. */
  readonly count: number;
  /** How many of the catalogue's tools agents may call. */
  readonly callable: number;
  readonly categories: readonly string[];
  /** Name to meaning, including permissions that no tool needs. */
  readonly permissions: ReadonlyMap<string, string>;
  /** By code. Two contracts may declare the same code with different meanings. */
  readonly failureModes: ReadonlyMap<string, readonly ListedFailure[]>;
  /** A row for each tool that a page or section lists, by its address; absent if it lists none. */
  readonly listed: ReadonlyMap<string, readonly Markdown[]>;
}

export function catalogue(domains: readonly DocsEntry[]): Catalogue {
  const permissions = domains.flatMap((domain) => Object.entries(domain.permissions));
  return {
    domains,
    count: domains.reduce((sum, { count }) => sum + count, 0),
    callable: domains.reduce((sum, { callable }) => sum + callable, 0),
    categories: [...new Set(domains.flatMap(({ categories }) => categories))].toSorted(compareText),
    permissions: new Map(permissions.toSorted(([a], [b]) => compareText(a, b))),
    failureModes: failuresByCode(domains),
    listed: listedTools(domains),
  };
}

/** The rows of a page or section. */
export function listedIn({ listed }: Catalogue, page: string): readonly Markdown[] {
  return listed.get(page) ?? [];
}

function failuresByCode(domains: readonly DocsEntry[]): ReadonlyMap<string, readonly ListedFailure[]> {
  const listed = domains.flatMap(({ failureModes }) => failureModes);
  const byCode = Map.groupBy(listed, ({ mode }) => mode.code);
  return new Map([...byCode].toSorted(([a], [b]) => compareText(a, b)));
}

function listedTools(domains: readonly DocsEntry[]): ReadonlyMap<string, readonly Markdown[]> {
  const listed = new Map<string, Markdown[]>();
  const tools = domains.flatMap((domain) => domain.listed);
  for (const { row, pages } of tools.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst)))
    for (const page of pages) {
      const rows = listed.get(page) ?? [];
      listed.set(page, rows);
      rows.push(row);
    }
  return listed;
}
