import type { DomainModel } from "@proviso/compiler";
import { personAsked } from "@proviso/manifest";
import type { DomainContext } from "../../package/emitter.ts";
import type { Render } from "../../templates/render-template.ts";
import { listedFailures, type ListedFailure } from "./listed-failures.ts";
import { isVisible } from "../../naming/project-outline.ts";
import { llmsDomainView } from "./llms-domain.ts";
import { joined, type Markdown } from "../../text/markdown.ts";
import { callData } from "./call-data.ts";
import { toolRow } from "./page.ts";
import { exceptionRow, type ExceptionRow } from "./exceptions.ts";
import { safetyRow } from "./safety-row.ts";
import { type ListedTool, pagesListing } from "./tool-lists.ts";

/** A domain's part of the pages about all domains, already rendered. */
export interface DocsEntry {
  readonly name: string;
  readonly description: string;
  /** How many tools it has. */
  readonly count: number;
  readonly categories: readonly string[];
  /** Name to meaning. */
  readonly permissions: Readonly<Record<string, string>>;
  /** How many of the domain's tools agents may call. */
  readonly callable: number;
  /** The failures of the domain's tools that agents may call. */
  readonly failureModes: readonly ListedFailure[];
  /** For the pages that list tools. */
  readonly listed: readonly ListedTool[];
  /** Rows of all its tools for the page about safety. */
  readonly safetyRows: Markdown;
  /** A row for each of its tools that runs some calls by an exception. */
  readonly exceptions: readonly ExceptionRow[];
  /** The name of its types; absent if it has forbidden tools only. */
  readonly type?: string;
  /** Its members of `calls.json`. */
  readonly calls: readonly string[];
  /** Its part of `llms.txt`; absent if it has forbidden tools only. */
  readonly llms?: Markdown;
}

/** Every page that lists tools is one folder deep, so relative links are the same. */
const anyToolGroup = "by-safety/index.md";

export function docsEntry(
  domain: DomainModel,
  { wireNames, project }: Pick<DomainContext, "wireNames" | "project">,
  render: Render,
): DocsEntry {
  const { name, description, tools, permissions } = domain;
  const names = project.domains.get(name);
  const callable = tools.filter(isVisible);
  const safetyRows = tools.map((tool) => render("safety-row", safetyRow(anyToolGroup, tool)));
  return {
    name,
    description,
    count: tools.length,
    categories: [...new Set(tools.map(({ category }) => category))],
    permissions,
    callable: callable.length,
    failureModes: listedFailures(callable),
    // A tool of which only some calls are asked about comes first: its level says something else.
    listed: tools.map((tool) => ({
      isFirst: isVisible(tool) && personAsked(tool).server === "sometimes",
      row: render("tool-row", toolRow(anyToolGroup, tool)),
      pages: pagesListing(tool),
    })),
    safetyRows: joined(safetyRows, "\n"),
    exceptions: tools.flatMap(exceptionRow),
    ...(names && names.tools.size > 0 && { type: names.type }),
    calls: callable.map((tool) => callData(tool, domain.file, wireNames, names)),
    ...(callable.length > 0 ? { llms: render("llms-domain", llmsDomainView(domain, wireNames)) } : {}),
  };
}
