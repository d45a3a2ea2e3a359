import { type JsonObject, riskLevels, type RiskLevel, type ToolContract } from "@proviso/manifest";
import type { Offer } from "../adapters/wire/discovery.ts";
import { rankTools } from "./rank-tools.ts";

/** The arguments of `search_tools`. */
export interface Search {
  readonly words?: string;
  readonly effect?: string;
  readonly risk?: RiskLevel;
  readonly domain?: string;
  readonly limit?: number;
}

const maxTextLength = 120;

/** The answer of `search_tools`: a short row for each tool that fits, or how many tools each domain has. */
export function searchTools(search: Search, offer: Offer): JsonObject {
  const { words = "", limit = 8 } = search;
  const ranked = words.trim() === "" ? offer.tools : rankTools(offer.tools, words);
  const fitting = ranked.filter((tool) => fits(tool, search));
  const found = fitting.length;
  if (Object.keys(search).length > 0)
    return { found, tools: fitting.slice(0, limit).map((tool) => rowOf(tool, offer)) };
  const domains = new Map<string, number>();
  for (const { domain } of fitting) domains.set(domain, (domains.get(domain) ?? 0) + 1);
  return { found, domains: Object.fromEntries(domains) };
}

function fits({ domain, riskLevel, sideEffects }: ToolContract, search: Search): boolean {
  const { effect, risk = "forbidden" } = search;
  if (domain !== (search.domain ?? domain)) return false;
  if (riskLevels.indexOf(riskLevel) > riskLevels.indexOf(risk)) return false;
  if (effect === undefined) return true;
  return effect === "none" ? sideEffects.length === 0 : sideEffects.some(({ kind }) => kind === effect);
}

/** As little as a model needs to choose; `describe_tool` has the rest. */
function rowOf(tool: ToolContract, { definitionsOf }: Offer): JsonObject {
  const { name = tool.name } = (definitionsOf(tool)[0] ?? {}) as { readonly name?: string };
  const effects = [...new Set(tool.sideEffects.map(({ kind }) => kind))];
  const does = `${tool.title}. ${tool.description}`.replaceAll(/\s+/g, " ");
  return { name, does: does.slice(0, maxTextLength).toWellFormed(), risk: tool.riskLevel, effects };
}
