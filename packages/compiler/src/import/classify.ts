import { effectKinds, isCriticalEffect, isObject } from "@proviso/manifest";
import type { Json, JsonObject, RiskLevel } from "@proviso/manifest";
import type { ForeignHints, ForeignTool } from "./read/foreign-tool.ts";
import type { Suggestion } from "./levels/suggest.ts";

/** The hints of a server, expressed as fields of a contract. */
export interface ForeignClassification {
  readonly riskLevel: RiskLevel;
  readonly sideEffects: readonly Json[];
  /** Stated hints that do not follow from the effects. */
  readonly annotations: JsonObject;
  /** The question to the author about the effects. */
  readonly question: string;
}

/** The questions to the author, in a comment above the side effects. */
export const questions = {
  reading: "The server claims `readOnlyHint: true`. Is it true that a call changes nothing?",
  contradicted:
    "The server claims `readOnlyHint: true`, and other facts say otherwise. What does a call change?",
  readingMethod: "By its HTTP method this operation only reads. Is it true that a call changes nothing?",
  contradictedMethod:
    "By its HTTP method this operation only reads, and other facts say otherwise. What does a call change?",
  adding:
    "The server claims that a call only adds data. What does it add, and is `high` the right risk level?",
  method: "These effects follow from the HTTP method. What exactly does a call change?",
  unknown: "What does a call change? Give each effect its kind, and set `riskLevel`.",
} as const;

const unclassifiedTool = "Not classified yet.";
const additiveTool = "Not described yet.";
/** In place of the reason that the compiler requires of a tool that is high and has an effect of a critical kind. */
export const undecidedReason = "Not decided yet. Should the tool be critical?";

/**
 * Uses only what the server claims. A tool without claims gets an unclassified effect, which counts as irreversible and
 * external, so that a person confirms each call; so does one whose claim to read is contradicted. What the facts suggest instead
 * counts once a person accepts it.
 */
export function classifyForeign(
  { annotations: hints, effects, request }: Pick<ForeignTool, "annotations" | "effects" | "request">,
  suggestion: Pick<Suggestion, "level">,
): ForeignClassification {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints;
  if (readOnlyHint === true) {
    const isDenied = suggestion.level !== "low";
    return {
      riskLevel: isDenied ? "high" : "low",
      sideEffects: [],
      annotations: {
        ...(destructiveHint === true && { destructiveHint }),
        ...(idempotentHint === false && { idempotentHint }),
        ...(openWorldHint === false && { openWorldHint }),
      },
      question: readingQuestion(request !== undefined, isDenied),
    };
  }
  const claimedHints = { ...(idempotentHint === true && { idempotentHint }) };
  if (effects)
    return { riskLevel: "high", sideEffects: effects, annotations: claimedHints, question: questions.method };
  if (destructiveHint === false && openWorldHint !== undefined)
    return {
      riskLevel: "high",
      sideEffects: [openWorldHint ? { calls: additiveTool, reversible: true } : { creates: additiveTool }],
      annotations: openWorldHint ? claimedHints : { ...claimedHints, ...openWorldOf(hints) },
      question: questions.adding,
    };
  return {
    riskLevel: "high",
    sideEffects: [unclassifiedTool],
    annotations: {
      ...(destructiveHint === false && { destructiveHint }),
      ...claimedHints,
      ...openWorldOf(hints),
    },
    question: questions.unknown,
  };
}

function readingQuestion(isByMethod: boolean, isDenied: boolean): string {
  if (isByMethod) return isDenied ? questions.contradictedMethod : questions.readingMethod;
  return isDenied ? questions.contradicted : questions.reading;
}

/** Whether the compiler requires a `riskReason` at `high`. */
export function needsReason({ riskLevel, sideEffects }: ForeignClassification): boolean {
  return riskLevel === "high" && sideEffects.some(isCritical);
}

function isCritical(effect: Json): boolean {
  return isObject(effect) && effectKinds.some((kind) => kind in effect && isCriticalEffect({ kind }));
}

function openWorldOf({ openWorldHint }: ForeignHints): JsonObject {
  return openWorldHint === false ? { openWorldHint } : {};
}
