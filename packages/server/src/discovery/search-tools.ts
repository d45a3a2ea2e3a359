import {
  isObject,
  type Json,
  type JsonObject,
  riskLevels,
  type RiskLevel,
  type ToolContract,
} from "@proviso/manifest";
import type { Offer } from "../adapters/wire/discovery.ts";
import { maxFound, searchedEffects, searchedLevels } from "./own-tools.ts";
import { rankTools } from "./rank-tools.ts";

const defaultFound = 8;
const maxWordsLength = 200;
const maxTextLength = 120;

/** What was asked, or the reason why it cannot be read. */
type Question =
  | { readonly problem: string }
  | {
      readonly words: string;
      readonly effect: string | undefined;
      readonly risk: RiskLevel | undefined;
      readonly domain: string | undefined;
      readonly limit: number;
    };

const names = ["words", "effect", "risk", "domain", "limit"];

function readQuestion(input: unknown): Question {
  const {
    words = "",
    effect,
    risk,
    domain,
    limit = defaultFound,
    ...others
  } = isObject(input as Json) ? (input as JsonObject) : {};
  const [other] = Object.keys(others);
  if (other !== undefined) return { problem: `there is no \`${other}\`: give ${names.join(", ")}` };
  if (typeof words !== "string") return { problem: "`words` must be a text" };
  if (domain !== undefined && typeof domain !== "string") return { problem: "`domain` must be a text" };
  if (effect !== undefined && !searchedEffects.includes(effect as string))
    return { problem: `\`effect\` must be one of ${searchedEffects.join(", ")}` };
  if (risk !== undefined && !searchedLevels.includes(risk as string))
    return { problem: `\`risk\` must be one of ${searchedLevels.join(", ")}` };
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > maxFound)
    return { problem: `\`limit\` must be an integer from 1 to ${maxFound}` };
  return {
    words: words.slice(0, maxWordsLength),
    effect: effect as string | undefined,
    risk: risk as RiskLevel | undefined,
    domain,
    limit,
  };
}

/** The answer of `search_tools`: short rows of the tools that fit, or a problem of the question. */
export function searchTools(input: unknown, offer: Offer): JsonObject | { readonly problem: string } {
  const question = readQuestion(input);
  if ("problem" in question) return question;
  const { words, limit } = question;
  const ranked = words.trim() === "" ? offer.tools : rankTools(offer.tools, words);
  const found = ranked.filter((tool) => fits(tool, question));
  const isBrowsing = Object.keys((input ?? {}) as object).length === 0;
  return {
    found: found.length,
    ...(isBrowsing
      ? { domains: domainsOf(found) }
      : { tools: found.slice(0, limit).map((tool) => rowOf(tool, offer)) }),
  };
}

function fits(
  { domain, riskLevel, sideEffects }: ToolContract,
  asked: Exclude<Question, { readonly problem: string }>,
): boolean {
  const { effect, risk } = asked;
  if (asked.domain !== undefined && domain !== asked.domain) return false;
  if (risk !== undefined && riskLevels.indexOf(riskLevel) > riskLevels.indexOf(risk)) return false;
  if (effect === undefined) return true;
  return effect === "none" ? sideEffects.length === 0 : sideEffects.some(({ kind }) => kind === effect);
}

function domainsOf(tools: readonly ToolContract[]): JsonObject {
  const counts = new Map<string, number>();
  for (const { domain } of tools) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** As little as a model needs to choose; `describe_tool` has the rest. */
function rowOf(tool: ToolContract, { definitionsOf }: Offer): JsonObject {
  const { name = tool.name } = (definitionsOf(tool)[0] ?? {}) as { readonly name?: string };
  const effects = [...new Set(tool.sideEffects.map(({ kind }) => kind))];
  return {
    name,
    does: startOf(`${tool.title}. ${tool.description}`),
    risk: tool.riskLevel,
    effects: effects.length === 0 ? "none" : effects,
  };
}

function startOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength).toWellFormed()}…` : line;
}
