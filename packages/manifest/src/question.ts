/** The question to a person before a call, as text. */
export { questionText } from "./asks/question-text.ts";
export type { Question } from "./asks/question-text.ts";
