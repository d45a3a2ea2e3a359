import { getCollection } from "astro:content";
import type { PageFacts } from "../facts/page-facts.ts";
import { byDanger } from "../explorer/does.ts";
import { pageUrl } from "../markdown/page-url.ts";
import type { AgentTool } from "./agent-view.ts";

/** The page of a tool that agents may call. */
export interface ToolPage {
  readonly href: string;
  readonly title: string;
  readonly description: string;
  readonly tool: CallableFacts;
}

type CallableFacts = PageFacts & { readonly asked: NonNullable<PageFacts["asked"]> };

/** A page of the collection `docs`. */
interface PageEntry {
  readonly id: string;
  readonly data: {
    readonly title: string;
    readonly description?: string;
    readonly tool?: PageFacts;
    readonly permissions?: Readonly<Record<string, string>>;
  };
}

const allPages = async (): Promise<readonly PageEntry[]> => getCollection("docs");

/** The pages of all tools that agents may call, the most dangerous first. */
export async function callableTools(): Promise<readonly ToolPage[]> {
  const pages = (await allPages()).flatMap(toolPageOf);
  return pages.toSorted((one, other) => byDanger(one.tool, other.tool));
}

function toolPageOf({ id, data }: PageEntry): readonly ToolPage[] {
  const { tool, title, description = "" } = data;
  if (!tool?.asked) return [];
  return [{ href: pageUrl(`${id}/`), title, description, tool: { ...tool, asked: tool.asked } }];
}

/** What each permission that such a tool needs allows, by name. */
export async function neededPermissions(pages: readonly ToolPage[]): Promise<ReadonlyMap<string, string>> {
  const needed = new Set(pages.flatMap(({ tool }) => tool.permissions));
  const declared = (await allPages()).flatMap(({ data }) => Object.entries(data.permissions ?? {}));
  return new Map(declared.filter(([name]) => needed.has(name)));
}

export function asAgentTool({ tool }: ToolPage): AgentTool {
  const { name, permissions, sendsUnasked, does, asked, unasked } = tool;
  const { readsPrivate, returnsUntrusted, leavesSystem } = tool;
  return {
    name,
    permissions,
    dataFlow: { readsPrivate, returnsUntrusted, sendsOut: leavesSystem },
    sendsUnasked,
    does,
    asked,
    unasked,
  };
}
