import type { Json, JsonObject, SideEffect, ToolContract } from "../../contract/contract.ts";
import { repetition } from "../repetition.ts";
import { inlineText, shownValues, type Shown, type ShownTexts } from "./shown-values.ts";

/** What a person is asked about. */
export interface Question {
  readonly contract: ToolContract;
  /** The agent or user who calls. */
  readonly caller: {
    readonly kind: string;
    readonly id: string;
    readonly name?: string;
    readonly tenant?: string;
  };
  readonly input: JsonObject;
  /** Absent if the tool has no dry run. */
  readonly plan?: JsonObject;
  /** What has to be typed; absent if a yes is enough. */
  readonly phrase?: string;
  /** The end of the sentence that says until when an answer counts. */
  readonly until: string;
}

/** More than a person reads. */
const longestQuestion = 20_000;
/** Columns shown of a text in the arguments or the plan. The second value is used if the message is too long with the first. */
const longestShownTexts = [2000, 200] as const;
const longestToolName = 100;

/**
 * The question to a person in plain text: who calls what, the plan, every argument, the effects. Text from outside is escaped
 * and in code spans, so that it can hide nothing and imitate nothing. Long values come first and effects last, next to the
 * answer. Undefined if there is too much to show; then nobody is asked.
 */
export function questionText(question: Question, fingerprint: ShownTexts["fingerprint"]): string | undefined {
  for (const longest of longestShownTexts) {
    const texts = { longest, fingerprint };
    const values = question.plan ? messageSection("Plan", question.plan, texts) : [];
    const input = messageSection("Arguments", question.input, texts);
    if (!values || !input) continue;
    const message = [
      ...messageHeading(question),
      ...values,
      ...input,
      ...consequences(question.contract),
      ...messageEnding(question),
    ].join("\n");
    if (message.length <= longestQuestion) return message;
  }
  return undefined;
}

function messageHeading({ contract, caller: { id, name, kind, tenant } }: Question): readonly string[] {
  const who = [kind, inlineText(name ?? id, longestToolName)];
  if (tenant !== undefined) who.push("of", inlineText(tenant, longestToolName));
  return [
    `${contract.title} (${contract.name}, ${contract.riskLevel} risk), asked for by ${who.join(" ")}`,
    contract.description,
    ...(contract.hints.agencyHint === true
      ? ["This tool acts on its own: it decides by itself on several steps that are not listed here."]
      : []),
  ];
}

/** Undefined if it is too long; it stops there. */
function messageSection(title: string, value: Json, texts: ShownTexts): readonly string[] | undefined {
  const shown: Shown[] = [];
  let length = 0;
  for (const lines of shownValues(value, texts)) {
    length += lines.join("\n").length;
    if (length > longestQuestion) return undefined;
    shown.push(lines);
  }
  const byLength = [
    ...shown.filter((lines) => lines.length > 1),
    ...shown.filter((lines) => lines.length === 1),
  ];
  return ["", `${title}:`, ...(byLength.length > 0 ? byLength.flat() : ["- none"])];
}

function consequences(contract: ToolContract): readonly string[] {
  const repeated = repetition(contract);
  const effects = contract.sideEffects.map((effect) => `- ${describeEffect(effect)}`);
  return [
    "",
    "Side effects:",
    ...(effects.length > 0 ? effects : ["- none"]),
    ...(repeated === undefined ? [] : [repeated]),
  ];
}

function describeEffect({ kind, description, reversible, external }: SideEffect): string {
  const notes = [...(reversible ? [] : ["cannot be undone"]), ...(external ? ["leaves the system"] : [])];
  return `${kind}: ${description}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

function messageEnding({ contract, phrase, until }: Question): readonly string[] {
  return [
    "",
    `The question is open until ${until}.`,
    phrase === undefined
      ? `A yes runs \`${contract.name}\` once, with exactly these arguments.`
      : `To run \`${contract.name}\` once, with exactly these arguments, type: ${phrase}`,
  ];
}
