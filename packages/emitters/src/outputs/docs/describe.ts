import type { Hints, RetryAdvice, RiskLevel, SideEffect, StepUpAuth, ToolContract } from "@proviso/manifest";
import { code, joined, type Markdown, phrase, text } from "../../markdown/markdown.ts";

/** What each risk level means (seed 001, the risk model). */
export const riskMeanings: Readonly<Record<RiskLevel, Markdown>> = {
  low: phrase`Reads, or changes something that can be undone. An agent may call it on its own.`,
  medium: phrase`Creates or changes something within a narrow scope and reaches nothing outside the system. An agent may call it on its own.`,
  high: phrase`Changes important state, or affects other people. A person is asked every time.`,
  critical: phrase`Reaches people outside, pays, deletes or changes permissions. A person is asked every time and types a phrase that names the request.`,
  forbidden: phrase`Closed to agents. It is neither listed nor callable, and no answer tells it from a tool that does not exist.`,
};

/** Whether a person is asked, in a word or two: for lists of tools. */
export function asksWord(tool: ToolContract): Markdown {
  return tool.riskLevel !== "forbidden" && tool.confirmation.kind === "when"
    ? phrase`under a condition`
    : asksShort(tool);
}

/** When a person is asked, in a table cell. */
export function asksShort(tool: ToolContract): Markdown {
  if (tool.riskLevel === "forbidden") return phrase`not callable`;
  if (tool.confirmation.kind === "when") return phrase`when ${code(tool.confirmation.condition)}`;
  return tool.confirmation.kind === "always" ? phrase`every time` : phrase`never`;
}

/** When a person is asked, in a paragraph. */
export function asksSentence(tool: ToolContract): Markdown {
  if (tool.riskLevel === "forbidden")
    return phrase`Nobody is asked: an agent can neither find this tool nor call it.`;
  if (tool.confirmation.kind === "never") return phrase`Never. An agent may call it without asking.`;
  if (tool.confirmation.kind === "when")
    return phrase`When ${code(tool.confirmation.condition)} is true. If that cannot be evaluated, a person is asked.`;
  if (tool.riskLevel !== "critical") return phrase`Every time. No argument can answer for the person.`;
  return phrase`Every time, by typing a phrase that names the request. No argument can answer for the person.`;
}

/** When stronger or fresher authentication is needed. */
export function stepUpSentence(stepUp: StepUpAuth): Markdown {
  if (stepUp.kind === "never")
    return stepUp.reason === undefined ? phrase`Never.` : phrase`Never. Reason: ${text(stepUp.reason)}`;
  const when = stepUp.kind === "always" ? phrase`Always` : phrase`When ${code(stepUp.condition)} is true`;
  return phrase`${when}: ${stepUpDemand(stepUp)}.`;
}

function stepUpDemand(stepUp: { readonly maxAgeMs?: number; readonly acr?: string }): Markdown {
  const demands = [
    ...(stepUp.maxAgeMs === undefined ? [] : [phrase`a log-in at most ${duration(stepUp.maxAgeMs)} old`]),
    ...(stepUp.acr === undefined ? [] : [phrase`authentication level ${code(stepUp.acr)}`]),
  ];
  return demands.length === 0 ? phrase`a fresh log-in` : joined(demands, " and ");
}

/** What a side effect list amounts to, in a table cell. */
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
  const { idempotency } = tool;
  if (!idempotency) {
    return tool.hints.readOnlyHint
      ? phrase`It only reads, so a repeated call changes nothing.`
      : phrase`Nothing is remembered: a repeated call acts again.`;
  }
  const fields = joined(idempotency.key.map(code), ", ");
  const same =
    idempotency.key.length === 0
      ? phrase`Calls under one idempotency key are one call`
      : phrase`Calls that agree in ${fields} are one call`;
  const until = idempotency.until === undefined ? phrase`` : phrase`, as long as ${code(idempotency.until)}`;
  const onRepeat = idempotency.onRepeat === undefined ? phrase`` : phrase` ${text(idempotency.onRepeat)}`;
  return phrase`${same}: the first outcome is remembered for ${duration(idempotency.ttlMs)}${until}.${onRepeat}`;
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

/** The hints as adjectives, most worrying first. A hint that is not set says nothing. */
export function behaviours(hints: Hints): readonly string[] {
  return [
    ...(hints.destructiveHint ? ["destructive"] : []),
    ...(hints.openWorldHint ? ["open world"] : []),
    ...(hints.agencyHint ? ["agentic"] : []),
    ...(hints.readOnlyHint ? ["read-only"] : []),
    ...(hints.idempotentHint ? ["idempotent"] : []),
  ];
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** Milliseconds in words, in the largest unit that divides them. */
export function duration(ms: number): Markdown {
  const [name, size] = units.find(([, unit]) => ms >= unit && ms % unit === 0) ?? ["millisecond", 1];
  const count = ms / size;
  return `${count} ${name}${count === 1 ? "" : "s"}` as Markdown;
}

export function yesNo(value: boolean): Markdown {
  return value ? phrase`yes` : phrase`no`;
}

/** The first sentence of a description, for lists. */
export function summary(tool: ToolContract): Markdown {
  const [first = ""] = tool.description.trim().split(/(?<=[.!?])\s/, 1);
  return text(first);
}
