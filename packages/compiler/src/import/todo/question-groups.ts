import { isCriticalEffect, type Json, movesMoney } from "@proviso/manifest";
import type { ContractModel, ToolModel } from "../../derive/model.ts";
import type { SourceText } from "../../report/source.ts";
import { openQuestions } from "../open-questions.ts";
import { keyInWords, paymentKey } from "./payment-key.ts";
import type { ForeignTool } from "../read/foreign-tool.ts";
import { suggest, type Suggestion } from "../levels/suggest.ts";

/** A question about several tools that one answer decides. */
export interface QuestionGroup {
  /** Stays the same while its tools do, and is a word for the command line. */
  readonly id: string;
  readonly question: string;
  readonly tools: readonly GroupedTool[];
}

/** A tool of a group, with what accepting the question writes into its contract. */
export interface GroupedTool {
  /** `domain.verb`. */
  readonly tool: string;
  readonly evidence: string;
  /** By field; null removes it. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Permissions that the contract of the tool has to declare, with their descriptions. */
  readonly permissions?: Readonly<Record<string, string>>;
}

/**
 * The open questions of imported contracts in groups, the most dangerous first: the level and the effects by what the facts suggest,
 * who may call by domain, and what the results hold. `imported` has the foreign tool of each tool of the contracts.
 */
export function questionGroups(
  model: ContractModel,
  sources: readonly SourceText[],
  imported: ReadonlyMap<string, ForeignTool>,
): readonly QuestionGroup[] {
  const tools = model.domains
    .flatMap((domain) => domain.tools)
    .flatMap((tool): readonly AskedTool[] => {
      const foreign = imported.get(tool.name);
      return foreign && tool.riskLevel !== "forbidden"
        ? [{ tool, foreign, suggestion: suggest(foreign) }]
        : [];
    });
  const open = new Map(
    openQuestions(model, sources).map(({ tool, questions }) => [
      tool,
      new Set(questions.map(({ field }) => field)),
    ]),
  );
  const asking = (...fields: readonly string[]): readonly AskedTool[] =>
    tools.filter(({ tool }) => fields.some((field) => open.get(tool.name)?.has(field)));
  return [
    ...levelGroups(asking("sideEffects", "riskReason")),
    ...permissionGroups(asking("permissions"), tools),
    ...flowGroups(asking("dataFlow")),
  ];
}

interface AskedTool {
  readonly tool: ToolModel;
  readonly foreign: ForeignTool;
  readonly suggestion: Suggestion;
}

const dangerousFirst = ["forbidden", "critical", "high", "medium", "low"];

function levelGroups(open: readonly AskedTool[]): readonly QuestionGroup[] {
  const groups = Map.groupBy(open, ({ suggestion }) => levelId(suggestion));
  return [...groups]
    .toSorted(([, [a]], [, [b]]) => dangerOf(a) - dangerOf(b))
    .map(([id, its]) => ({
      id,
      question: levelQuestion(its),
      tools: its.map((asked) => ({
        tool: asked.tool.name,
        evidence: [...new Set(asked.suggestion.evidence.map(({ reason }) => reason))].join(", "),
        fields: levelFields(asked),
      })),
    }));
}

function dangerOf(asked: AskedTool | undefined): number {
  return dangerousFirst.indexOf(asked?.suggestion.level ?? "low");
}

function levelId({ level, effects, isClaimedToRead }: Suggestion): string {
  if (isUnknown(effects)) return `${level}-unknown`;
  const does = effects.length > 0 ? effects.join("-") : isClaimedToRead ? "reads" : "reads-by-name";
  return `${level}-${does}`;
}

function isUnknown(effects: Suggestion["effects"]): boolean {
  return effects[0] === "unclassified";
}

function levelQuestion(its: readonly AskedTool[]): string {
  const [first] = its;
  if (!first) return "";
  const { level, effects, isClaimedToRead } = first.suggestion;
  const claimant = first.foreign.request ? "the HTTP method" : "the server's hint";
  if (isUnknown(effects))
    return `${toolsOf(its)} of which nothing says what a call changes: accept \`${level}\`, and that it reaches outside?`;
  const does = effects.length === 0 ? `that only ${reads(its)}` : `with the effect ${effects.join(" and ")}`;
  const says = effects.length > 0 ? "" : `, by ${isClaimedToRead ? claimant : "the name alone"}`;
  const once = isPaying(effects) ? `, and that ${onceQuestion(its)}` : "";
  return `${toolsOf(its)} ${does}${says}: accept \`${level}\`${once}?`;
}

function isPaying(effects: Suggestion["effects"]): boolean {
  return effects.some((kind) => movesMoney({ kind }));
}

/** What makes two calls one payment: a key that is too wide pays twice, and one that is too narrow not at all. */
function onceQuestion(its: readonly AskedTool[]): string {
  const keys = [...new Set(its.map(({ foreign }) => keyInWords(foreign)))];
  const shown = keys.length > mostKeys ? [...keys.slice(0, mostKeys), "key of another tool"] : keys;
  return `calls with the same ${shown.join(", or the same ")} are one payment`;
}

const mostKeys = 3;

function levelFields({ tool, foreign, suggestion }: AskedTool): GroupedTool["fields"] {
  const { level, reversible } = suggestion;
  // The worst that an unknown effect can be.
  const effects = isUnknown(suggestion.effects) ? (["calls"] as const) : suggestion.effects;
  const text = firstSentence(foreign.description ?? tool.title);
  const sideEffects = effects.map((kind) => ({
    [kind]: text,
    ...(kind === "updates" && reversible && { reversible }),
  }));
  return {
    riskLevel: level,
    riskReason:
      level === "high" && effects.some((kind) => isCriticalEffect({ kind }))
        ? "Each call is approved by a person."
        : null,
    sideEffects,
    // A claim that does not follow from the effects stays with the server that made it.
    ...(effects.length > 0 && { annotations: null }),
    ...(level === "critical" && { stepUpAuth: foreign.request ? freshLogIn : noLogIn }),
    ...(isPaying(effects) && {
      idempotency: { key: paymentKey(foreign), ttl: "24h", onRepeat: "Returns the first result." },
    }),
  };
}

const freshLogIn = { always: true, maxAge: "15m" };
/** A tool of another MCP server runs behind the gateway, whose callers are local and have no log-in. */
const noLogIn = { never: true, reason: "A person approves each call in the inbox." };

function reads(its: readonly AskedTool[]): string {
  return its.length === 1 ? "reads" : "read";
}

function toolsOf(its: readonly AskedTool[]): string {
  return its.length === 1 ? "1 tool" : `${its.length} tools`;
}

const longestEffect = 160;

function firstSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  const sentence = /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line;
  return sentence.length > 0 ? sentence.slice(0, longestEffect) : "What the tool does.";
}

/** Domains with a question of their own, for each of reading and changing. Together with the levels, 60 decisions are enough. */
const mostDomains = 6;

/** Who may call, by domain. The smallest of many domains share a question: each keeps its own permission. `all`: with those decided. */
function permissionGroups(open: readonly AskedTool[], all: readonly AskedTool[]): readonly QuestionGroup[] {
  return ["change", "read"].flatMap((act) => {
    const isOf = (asked: AskedTool): boolean => actOf(asked) === act;
    const sizes = Map.groupBy(all.filter(isOf), ({ tool }) => tool.domain);
    const largest = [...sizes].toSorted(([, a], [, b]) => b.length - a.length).map(([domain]) => domain);
    const apart = new Set(sizes.size > mostDomains ? largest.slice(0, mostDomains - 1) : largest);
    const groups = Map.groupBy(open.filter(isOf), ({ tool }) =>
      apart.has(tool.domain) ? tool.domain : undefined,
    );
    return [...groups].map(([domain, its]) => ({
      // No domain has a hyphen in its name.
      id: `may-${act}-${domain ?? "all-others"}`,
      question: permissionQuestion(its, domain, act),
      tools: its.map(({ tool }) => permittedTool(tool, act)),
    }));
  });
}

function actOf({ suggestion }: AskedTool): string {
  return suggestion.effects.length === 0 ? "read" : "change";
}

function permissionQuestion(its: readonly AskedTool[], domain: string | undefined, act: string): string {
  const does = act === "read" ? `only ${reads(its)}` : `change${its.length === 1 ? "s" : ""} something`;
  const domains = new Set(its.map(({ tool }) => tool.domain));
  return domain === undefined
    ? `${toolsOf(its)} of ${domains.size} small domains that ${does}: let callers with the permission of the domain, such as \`${[...domains][0]}:${act}\`, call?`
    : `${toolsOf(its)} of ${domain} that ${does}: let callers with the permission \`${domain}:${act}\` call?`;
}

function permittedTool({ name, domain }: ToolModel, act: string): GroupedTool {
  const permission = `${domain}:${act}`;
  const description = `${act === "read" ? "Read" : "Change"} what the tools of ${domain} are about.`;
  return {
    tool: name,
    evidence: "",
    fields: { permissions: [permission] },
    permissions: { [permission]: description },
  };
}

function flowGroups(open: readonly AskedTool[]): readonly QuestionGroup[] {
  const groups = Map.groupBy(open, ({ suggestion: { flow } }) => flowId(flow));
  return [...groups].map(([id, its]) => ({
    id,
    question: flowQuestion(its),
    tools: its.map(({ tool, foreign, suggestion: { flow } }) => ({
      tool: tool.name,
      evidence: flow.evidence.join(", "),
      fields: {
        dataFlow: { readsPrivate: flow.readsPrivate, returnsUntrusted: flow.returnsUntrusted },
        // A tool that returns what outsiders wrote is open to the world, whatever its server claims.
        ...(flow.returnsUntrusted && foreign.annotations.openWorldHint === false && { annotations: null }),
      },
    })),
  }));
}

function flowId({ readsPrivate, returnsUntrusted }: Suggestion["flow"]): string {
  return `results-${readsPrivate ? "private" : "public"}-${returnsUntrusted ? "untrusted" : "trusted"}`;
}

function flowQuestion(its: readonly AskedTool[]): string {
  const { readsPrivate = true, returnsUntrusted = true } = its[0]?.suggestion.flow ?? {};
  const whose = readsPrivate ? "are private" : "are public";
  const by = returnsUntrusted ? "outsiders can have written them" : "no outsider has written them";
  return `${toolsOf(its)} with results that ${whose}, and ${by}: accept?`;
}
