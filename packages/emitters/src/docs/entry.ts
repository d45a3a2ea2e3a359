import type { DomainModel, ToolModel } from "@proviso/compiler";
import type { FailureMode, Hints, RiskLevel, WireNames } from "@proviso/manifest";
import type { Render } from "../render-template.ts";
import { isVisible } from "../project-names.ts";
import { llmsDomainView } from "./llms-view.ts";
import type { Markdown } from "./markdown.ts";
import { toolRow } from "./page.ts";
import { safetyRow } from "./safety-row.ts";

/** What the pages about all domains say of one: facts to group its tools by, and lines of tables as they stand in the pages. */
export interface DocsEntry {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly ToolEntry[];
  /** Name to meaning. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Each once, in the order in which the tools list them. */
  readonly failureModes: readonly FailureMode[];
  /** Its part of `llms.txt`; absent if agents may know nothing of it. */
  readonly llms?: Markdown;
}

export interface ToolEntry {
  readonly domain: string;
  readonly category: string;
  readonly riskLevel: RiskLevel;
  readonly hints: Hints;
  readonly asksPerson: boolean;
  readonly permissions: readonly string[];
  /** Codes. */
  readonly failures: readonly string[];
  readonly row: Markdown;
  readonly safetyRow: Markdown;
}

/** Any page in a folder of its own: links from one are good in all. */
const anyGroup = "by-safety/index.md";

export function docsEntry(domain: DomainModel, wireNames: WireNames, render: Render): DocsEntry {
  const modes = domain.tools.flatMap(({ failureModes }) => failureModes);
  return {
    name: domain.name,
    description: domain.description,
    tools: domain.tools.map((tool) => toolEntry(tool, render)),
    permissions: domain.permissions,
    failureModes: [...new Map(modes.map((mode) => [JSON.stringify(mode), mode])).values()],
    ...(domain.tools.some(isVisible)
      ? { llms: render("llms-domain", llmsDomainView(domain, wireNames)) }
      : {}),
  };
}

function toolEntry(tool: ToolModel, render: Render): ToolEntry {
  const { domain, category, riskLevel, hints, permissions, confirmation, failureModes } = tool;
  return {
    domain,
    category,
    riskLevel,
    hints,
    asksPerson: riskLevel !== "forbidden" && confirmation.kind !== "never",
    permissions,
    failures: failureModes.map(({ code }) => code),
    row: render("tool-row", toolRow(anyGroup, tool)),
    safetyRow: render("safety-row", safetyRow(anyGroup, tool)),
  };
}
