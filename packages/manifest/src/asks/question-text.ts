import type { JsonObject, SideEffect, ToolContract } from "../contract/contract.ts";
import { flowOf } from "../contract/questions.ts";
import { callSentence, sentenceText } from "./call-sentence.ts";
import { repetition } from "./repetition.ts";
import { questionValues } from "./question-values.ts";
import { inlineText, type ShownTexts } from "./shown-values.ts";
import { undoText } from "./undo-text.ts";

/** What a person is asked about. */
export interface Question {
  readonly contract: ToolContract;
  /** Where the tool runs; absent in examples. */
  readonly realm?: { readonly product: string; readonly env: string };
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
  /** What a yes does, in lines, if that is not one run of the tool: it has no rule for repeated calls then. */
  readonly yes?: readonly string[];
  /** What has to be typed; absent if a yes is enough. */
  readonly phrase?: string;
  /** What is new about the call, in sentences, by what was called before. */
  readonly news?: readonly string[];
  /** What remains of the tool's budget, in a sentence. */
  readonly allowance?: string;
  /** The end of the sentence that says until when an answer counts. */
  readonly until: string;
}

/** More than a person reads. */
const maxQuestionLength = 20_000;
/** Columns shown of a text in the arguments or the plan. The second value is used if the message is too long with the first. */
const maxTextLengths = [2000, 200] as const;
const maxToolNameLength = 100;

/**
 * The question to a person in plain text: what the call does, whether it lasts, how to say yes, what is foreseen, the effects, who
 * calls, every argument, the rest of the plan. Amounts and recipients come first, long values last. Text from outside is escaped and in code spans, so that it can hide nothing and imitate
 * nothing. Undefined if there is too much to show; then nobody is asked.
 */
export function questionText(question: Question, fingerprint: ShownTexts["fingerprint"]): string | undefined {
  for (const longest of maxTextLengths) {
    const texts = { longest, fingerprint };
    const values = questionValues(question, texts, maxQuestionLength);
    if (!values) continue;
    const message = [
      ...firstLines(question),
      ...values.foreseen,
      ...consequences(question),
      "",
      ...messageHeading(question),
      ...values.others,
    ].join("\n");
    if (message.length <= maxQuestionLength) return message;
  }
  return undefined;
}

function firstLines({ contract, input, news = [], phrase, yes }: Question): readonly string[] {
  const sentence = sentenceText(callSentence(contract, input));
  const lasts = undoText(contract.sideEffects);
  const once =
    phrase === undefined
      ? `A yes runs \`${contract.name}\` once, with exactly these arguments.`
      : `To run \`${contract.name}\` once, with exactly these arguments, type: ${phrase}`;
  return [
    sentence,
    ...(lasts === undefined ? [] : [lasts]),
    ...news,
    ...(sentence.includes('"') && !yes
      ? ["In quotes above, and under `Arguments`: what the caller wrote. Nobody has checked it."]
      : []),
    ...(yes ?? [once]),
  ];
}

function messageHeading({ allowance, contract, caller, plan, realm, until }: Question): readonly string[] {
  const { id, kind, name = id, tenant } = caller;
  const who = `${kind === "agent" ? "an agent of " : ""}${inlineText(name, maxToolNameLength)}`;
  const where = tenant === undefined ? "" : ` at ${inlineText(tenant, maxToolNameLength)}`;
  return [
    `${contract.title} (${contract.name}, ${contract.riskLevel} risk), asked for by ${who}${where}`,
    ...(realm
      ? [
          `Product ${inlineText(realm.product, maxToolNameLength)}, environment ${inlineText(realm.env, maxToolNameLength)}`,
        ]
      : []),
    contract.description,
    ...(contract.hints.agencyHint === true
      ? [`This tool acts on its own: ${decides(contract, plan !== undefined)}`]
      : []),
    ...(allowance === undefined ? [] : [allowance]),
    `The question is open until ${until}. If you decline it, or do not answer, nothing runs.`,
  ];
}

function decides({ steps = [] }: ToolContract, isPlanned: boolean): string {
  if (isPlanned) return "what it would do is in the plan; a changed plan is refused.";
  return steps.length > 0
    ? "it decides by itself which of its steps it takes."
    : "it decides by itself on several steps that are not listed here.";
}

function consequences({ contract, yes }: Question): readonly string[] {
  const repeated = yes ? undefined : repetition(contract);
  const effects = contract.sideEffects
    .toSorted((a, b) => Number(a.reversible) - Number(b.reversible))
    .map((effect) => `- ${describeEffect(effect)}`);
  return [
    "",
    "What it does:",
    ...(effects.length > 0 ? effects : [`- ${readingLine(contract)}`]),
    ...(repeated === undefined ? [] : [repeated]),
  ];
}

/** Says what a tool without effects does: to read private data is not nothing. */
function readingLine(contract: ToolContract): string {
  return flowOf(contract).readsPrivate ? "only reads, and returns private data" : "only reads";
}

function describeEffect({ kind, description, reversible, external }: SideEffect): string {
  const notes = [...(reversible ? [] : ["cannot be undone"]), ...(external ? ["leaves the system"] : [])];
  return `${kind}: ${description}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}
