import { confirm, isCancel, log, note, text } from "@clack/prompts";
import { answeredByPerson } from "@proviso/client";
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
  return request.phrase === undefined ? askYes(request) : askPhrase(request, request.phrase);
}

async function askYes(request: ConfirmRequest): Promise<ConfirmAnswer> {
  const answer = await confirm({ message: "Do it?", initialValue: false, ...streams });
  return answeredByPerson(request, { yes: answer === true });
}

async function askPhrase(request: ConfirmRequest, phrase: string): Promise<ConfirmAnswer> {
  const typed = await text({
    message: `To approve, type: ${phrase}`,
    placeholder: "anything else is a no",
    ...streams,
  });
  if (isCancel(typed)) return no;
  const answer = answeredByPerson(request, { yes: true, phrase: typed });
  if (!answer.approved) log.warn("That is not the phrase: declined.", streams);
  return answer;
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
  return answeredByPerson(request, { yes: true, content });
}
