import {
  askedBy,
  amountText,
  budgetOwnerTexts,
  conditionWords,
  demandedLogIn,
  objectOf,
  personAsked,
  reasonWithoutLogIn,
  timeSpan,
  type Budget,
  type DemandedLogIn,
  type Exception,
  type RetryAdvice,
  type RiskLevel,
  type SideEffect,
  type ToolContract,
} from "@proviso/manifest";
import { numberText } from "@proviso/manifest/question";
import { code, joined, link, type Markdown, phrase, text } from "../../text/markdown.ts";

/** What each risk level means for a call at that level (seed 001, the risk model). A refinement may lower a call's level. */
export const riskMeanings: Readonly<Record<RiskLevel, Markdown>> = {
  low: phrase`Reads, or changes something that can be undone. The server asks nobody, unless the contract says so.`,
  medium: phrase`Creates or changes something within a narrow scope and reaches nothing outside the system. An agent may call it alone. The server asks nobody, unless the contract says so; in the live environment the client's default guard asks a person before a change that is open to the outside.`,
  high: phrase`Changes important state, or affects other people. The server asks a person before every new call at this level, unless an exception in the contract covers it or a person has approved a bounded class of calls beforehand.`,
  critical: phrase`Reaches people outside, moves money, deletes or changes permissions. Before every new call at this level the server asks a person, who types a phrase that names the request; a person may have approved a bounded class of calls beforehand.`,
  forbidden: phrase`Closed to agents: neither listed nor callable. The error is identical to that for an unknown tool. People may call one whose contract says so.`,
};

/**
 * Who asks a person and how often, in a few words. A single condition of the server is shown itself, or as a link to `href`, the page that
 * says which calls.
 */
export function asksWord(tool: ToolContract, href?: Markdown): Markdown {
  if (tool.riskLevel === "forbidden")
    return tool.people ? phrase`only people call it; server: every time` : phrase`not callable`;
  const { confirmation, refinements = [] } = tool;
  const asked = personAsked(tool);
  const parts = askedBy(asked).map(({ by, often }) => {
    const isPart = by === "server" && asked.server === "sometimes";
    if (isPart && href !== undefined) return phrase`server: ${link(text(often), href)}`;
    return isPart && confirmation.kind === "when" && refinements.length === 0
      ? phrase`server: when ${code(confirmation.condition)}`
      : phrase`${text(by)}: ${text(often)}`;
  });
  return joined(parts, "; ");
}

/** A sentence about when stronger or fresher authentication is needed. */
export function stepUpSentence(tool: ToolContract): Markdown {
  const logIn = demandedLogIn(tool);
  const reason = reasonWithoutLogIn(tool);
  if (!logIn) return reason === undefined ? phrase`Never.` : phrase`Never. Reason: ${text(reason)}`;
  const whenPhrase =
    logIn.kind === "always" ? phrase`Always` : phrase`When ${conditionPhrase(logIn.condition, tool)}`;
  return phrase`${whenPhrase}: ${stepUpDemand(logIn)}.`;
}

/** A condition after "when": in words if it is simple, else its code. */
export function conditionPhrase(condition: string, tool: ToolContract): Markdown {
  const words = conditionWords(condition, tool);
  return words === undefined ? phrase`${code(condition)} is true` : text(words);
}

function stepUpDemand(stepUp: DemandedLogIn): Markdown {
  const demands = [
    ...(stepUp.maxAgeMs === undefined ? [] : [phrase`a log-in at most ${duration(stepUp.maxAgeMs)} old`]),
    ...(stepUp.acr === undefined ? [] : [phrase`authentication level ${code(stepUp.acr)}`]),
  ];
  return demands.length === 0 ? phrase`a fresh log-in` : joined(demands, " and ");
}

/** A summary of the side effects, for a table cell. */
export function changesShort(effects: readonly SideEffect[]): Markdown {
  if (effects.length === 0) return phrase`nothing`;
  const kinds = [...new Set(effects.map((effect) => effect.kind))].map((kind) => text(kind));
  const notes = [
    ...(effects.some((effect) => !effect.reversible) ? [phrase`cannot be undone`] : []),
    ...(effects.some((effect) => effect.external) ? [phrase`leaves the system`] : []),
  ];
  const all = joined(kinds, ", ");
  return notes.length === 0 ? phrase`${all}; can be undone` : phrase`${all}; ${joined(notes, ", ")}`;
}

export function retryPhrase(retry: RetryAdvice): Markdown {
  if (retry === "never") return phrase`do not retry`;
  return retry === "after" ? phrase`retry after a wait` : phrase`retry only under the same idempotency key`;
}

/** What a repeated call means, in one paragraph. */
export function repeatSentence(tool: ToolContract): Markdown {
  const { compensate: undoer, reconcile: reader } = tool;
  const sentences = [rememberedSentence(tool)];
  if (reader !== undefined)
    sentences.push(phrase`Before it says that an outcome is unknown, the server asks ${code(reader)}.`);
  if (undoer !== undefined)
    sentences.push(
      phrase`If it is cancelled or fails for good, the server calls ${code(undoer)} for each finished step, with the caller's permissions.`,
    );
  return joined(sentences, " ");
}

function rememberedSentence(tool: ToolContract): Markdown {
  const { idempotency } = tool;
  if (!idempotency) {
    return tool.hints.readOnlyHint
      ? phrase`It only reads, so a repeated call changes nothing.`
      : phrase`Nothing is remembered: a repeated call acts again.`;
  }
  const fields = joined(idempotency.key.map(code), ", ");
  const same =
    idempotency.key.length === 0
      ? phrase`Calls of one caller under one idempotency key are one call`
      : phrase`Calls of one caller that agree in ${fields} are one call`;
  const until = idempotency.until === undefined ? phrase`` : phrase`, as long as ${code(idempotency.until)}`;
  const required =
    tool.requirements.length === 0 ? phrase`` : phrase`, and given only to calls that meet the requirements`;
  const ignored = Object.keys(objectOf(tool.inputSchema["properties"])).filter(
    (name) => !idempotency.key.includes(name),
  );
  const others = ignored.length > 3 ? phrase`other arguments` : joined(ignored.map(code), " or ");
  const conflict =
    ignored.length === 0 || idempotency.key.length === 0
      ? phrase``
      : phrase` One that differs only in ${others} is refused (${code("idempotency_conflict")}).`;
  const onRepeat = idempotency.onRepeat === undefined ? phrase`` : phrase` ${text(idempotency.onRepeat)}`;
  return phrase`${same}: the first outcome is remembered for ${duration(idempotency.ttlMs)}${until}${required}.${onRepeat}${conflict}`;
}

export function dryRunSentence(tool: ToolContract): Markdown {
  if (!tool.dryRun) return phrase`There is none.`;
  return tool.dryRun.mode === "required"
    ? phrase`Required. A call is refused until a call with ${code("dryRun")} true has returned its plan, and again if what it would act upon has changed since.`
    : phrase`Offered. With ${code("dryRun")} true the call returns its plan and changes nothing.`;
}

export function rateSentence(tool: ToolContract): Markdown {
  if (!tool.rateLimit) return phrase`none`;
  return phrase`${tool.rateLimit.limit} calls in ${duration(tool.rateLimit.perMs)}, for each caller`;
}

/** The limit as the question writes it, for the currency of the first example: `EUR 100,000.00`, or `10,000,000 of input.cents`. */
export function limitPhrase(budget: Budget, tool: ToolContract): Markdown {
  const amount = amountText(budget.limit, budget, { ...tool, input: tool.examples[0]?.input ?? {} });
  return /^[A-Z]{3} /.test(amount) ? text(amount) : phrase`${text(amount)} of ${code(budget.of)}`;
}

export function budgetSentence(budget: Budget, tool: ToolContract): Markdown {
  const { unit, per, everyMs } = budget;
  const each = unit === undefined ? phrase`` : phrase` and each ${code(unit)}`;
  return phrase`${limitPhrase(budget, tool)} in ${duration(everyMs)}, for ${text(budgetOwnerTexts[per])}${each}`;
}

/** What runs without a person, after "up to", with who has agreed and why. */
export function exceptionPhrase(
  { budget, expires, reason, reviewer, unit, upTo }: Exception,
  tool: ToolContract,
): Markdown {
  const of = phrase`${text(numberText(upTo))} of ${code(budget.of)}${unit === undefined ? phrase`` : phrase` in ${text(unit)}`}`;
  const end = phrase`until the end of ${text(expires)} (UTC)`;
  return phrase`${of}, together at most ${budgetSentence(budget, tool)}, ${end}. ${text(reviewer)} has agreed: ${text(reason)}`;
}

/** How a repeated call is recognised or does nothing new; undefined if it acts again. */
export function idempotence({
  hints,
  idempotency,
}: Pick<ToolContract, "hints" | "idempotency">): "by its arguments" | "only with a key" | undefined {
  if (hints.idempotentHint) return "by its arguments";
  return idempotency === undefined ? undefined : "only with a key";
}

/** What is true of a tool as adjectives, the most dangerous first. */
export function behaviours(tool: Pick<ToolContract, "hints" | "idempotency">): readonly string[] {
  const { hints } = tool;
  const repeated = idempotence(tool);
  return [
    ...(hints.destructiveHint ? ["destructive"] : []),
    ...(hints.openWorldHint ? ["open world"] : []),
    ...(hints.agencyHint ? ["agentic"] : []),
    ...(hints.readOnlyHint ? ["read-only"] : []),
    ...(repeated === undefined ? [] : [`idempotent ${repeated}`]),
  ];
}

/** Milliseconds in words, in the largest unit that divides them. */
export function duration(ms: number): Markdown {
  return timeSpan(ms) as Markdown;
}

/** The first sentence of a description, for lists. */
export function summary(tool: ToolContract): Markdown {
  const [first = ""] = tool.description.trim().split(/(?<=[.!?])\s/, 1);
  return text(first);
}

/** What the order of the steps means, and what a crash does. The runtime is tested by kills at and in every step. */
export function workAbout({ hints, reconcile, steps = [] }: ToolContract): Markdown | undefined {
  if (steps.length === 0) return undefined;
  const many = phrase` ${code("_*")} stands for any number of steps; those beside each other come in any order.`;
  const repeated = steps.some((each) => each.name.endsWith("*")) ? many : phrase``;
  const inDoubt =
    reconcile === undefined
      ? phrase`the call is ${code("outcome_unknown")}, and no step runs again`
      : phrase`the server asks ${code(reconcile)} what that step did, and goes on if it finds out`;
  const order =
    hints.agencyHint === true
      ? phrase`The handler takes only these steps, in this order, and decides by itself which and how often.`
      : phrase`The handler takes these steps in this order, and no others.`;
  return phrase`${order}${repeated} If its process dies between two steps, the same call made again goes on with the next one; if in a step, ${inDoubt}.`;
}

export const readerOf = ({ reconcile }: ToolContract): string | undefined => reconcile;
