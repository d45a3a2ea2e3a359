import { confirm, isCancel, log, note, text } from "@clack/prompts";
import type { ConfirmAnswer, ConfirmRequest, QuestionRequest } from "@proviso/client";
import type { Json, JsonObject } from "@proviso/client";
import { parseValue } from "./input.ts";
import type { Person } from "./person.ts";
import { viewRequest } from "./view/request.ts";
import { visible } from "./view/text.ts";

/** Questions go to the error stream, so that the output stays clean for machines. */
const streams = { output: process.stderr };
const no: ConfirmAnswer = { approved: false };

/** The person at this terminal. Every answer is typed; nothing is preset to yes. */
export const terminalPerson: Person = {
  async confirm(request) {
    note(viewRequest(request), "Your approval is needed", { ...streams, format: (line) => line });
    return ask(request);
  },
};

async function ask(request: ConfirmRequest): Promise<ConfirmAnswer> {
  if (request.kind === "question") return askQuestion(request);
  return request.phrase === undefined ? askYes("Do it?") : askPhrase(request.phrase);
}

async function askYes(message: string): Promise<ConfirmAnswer> {
  const answer = await confirm({ message, initialValue: false, ...streams });
  return answer === true ? { approved: true } : no;
}

async function askPhrase(phrase: string): Promise<ConfirmAnswer> {
  const typed = await text({
    message: `To approve, type: ${phrase}`,
    placeholder: "anything else is a no",
    ...streams,
  });
  if (isCancel(typed)) return no;
  const approved = typed.trim() === phrase;
  if (!approved) log.warn("That is not the phrase: declined.", streams);
  return approved ? { approved, phrase: typed.trim() } : no;
}

/** One line for each field of the question; an empty one leaves the field out. */
async function askQuestion(request: QuestionRequest): Promise<ConfirmAnswer> {
  const fields = Object.entries((request.schema["properties"] ?? {}) as JsonObject);
  const content: Record<string, Json> = {};
  for (const [name, field] of fields) {
    const typed = await text({ message: visible(name), ...streams });
    if (isCancel(typed)) return no;
    if (typed !== "") content[name] = parseValue(typed, field as JsonObject);
  }
  return { approved: true, content };
}
