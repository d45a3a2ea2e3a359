export {
  besideSentence,
  callSentence,
  holdsSecret,
  marksSecret,
  sentenceText,
} from "./asks/call-sentence.ts";
export type { CallSentence, SentencePart } from "./asks/call-sentence.ts";
export { type SummaryArgument, readSummary } from "./asks/summary-template.ts";
export { numberText, valueAt } from "./asks/summary-values.ts";
export { moneyOf } from "./asks/money-of.ts";
export { undoText } from "./asks/undo-text.ts";
export { inlineSentence } from "./asks/shown-values.ts";
export { saidIn } from "./asks/said-in.ts";
/** The question to a person before a call, as text. */
export { type Question, questionText } from "./asks/question-text.ts";
