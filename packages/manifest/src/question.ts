export {
  besideSentence,
  callSentence,
  holdsSecret,
  marksSecret,
  sentenceText,
} from "./asks/call-sentence.ts";
export type { CallSentence, SentencePart } from "./asks/call-sentence.ts";
export { readSummary } from "./asks/summary-template.ts";
export { valueAt } from "./asks/summary-values.ts";
export type { SummaryArgument } from "./asks/summary-template.ts";
/** The question to a person before a call, as text. */
export { questionText } from "./asks/question-text.ts";
export type { Question } from "./asks/question-text.ts";
