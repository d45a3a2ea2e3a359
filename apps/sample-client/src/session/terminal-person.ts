import type { Readable, Writable } from "node:stream";
import { confirm, isCancel, log, note, text } from "@clack/prompts";
import { answeredByPerson, escapeText } from "@proviso/client";
import type { CallRequest, ConfirmAnswer, ConfirmRequest, QuestionRequest } from "@proviso/client";
import type { Json, JsonObject } from "@proviso/client";
import { parseValue } from "../arguments/input.ts";
import type { Person } from "./person.ts";
import { viewRequest, widthIn } from "../view/request.ts";
import { printed } from "@proviso/terminal";

const declinedByPerson: ConfirmAnswer = { approved: false };

/** The person's input and output. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number };
}

/** Asks one question at the terminal; an aborted signal removes the prompt. */
interface Prompts extends Terminal {
  readonly signal?: AbortSignal;
}

/** The person at a terminal. Every answer is typed; nothing is preset to yes. */
export function personAt(terminal: Terminal): Person {
  const { output } = terminal;
  return {
    async confirm(confirmRequest, signal) {
      note(printed(viewRequest(confirmRequest, widthIn(output.columns))), "Your approval is needed", {
        output,
        format: (line) => line,
      });
      return askAtTerminal(confirmRequest, { ...terminal, ...(signal ? { signal } : {}) });
    },
  };
}

/** Questions go to the error stream, so that the output stays clean for machines. */
export const terminalPerson: Person = personAt({ input: process.stdin, output: process.stderr });

async function askAtTerminal(confirmRequest: ConfirmRequest, prompts: Prompts): Promise<ConfirmAnswer> {
  if (confirmRequest.kind === "question") return askQuestion(confirmRequest, prompts);
  return confirmRequest.phrase === undefined
    ? askYes(confirmRequest, prompts)
    : askPhrase(confirmRequest, confirmRequest.phrase, prompts);
}

async function askYes(confirmRequest: CallRequest, prompts: Prompts): Promise<ConfirmAnswer> {
  const answer = await confirm({ message: "Do it?", initialValue: false, ...prompts });
  return answeredByPerson(confirmRequest, { yes: answer === true });
}

async function askPhrase(
  confirmRequest: CallRequest,
  phrase: string,
  prompts: Prompts,
): Promise<ConfirmAnswer> {
  const typed = await text({
    message: `To approve, type: ${escapeText(phrase)}`,
    placeholder: "anything else is a no",
    ...prompts,
  });
  if (isCancel(typed)) return declinedByPerson;
  const answer = answeredByPerson(confirmRequest, { yes: true, phrase: typed });
  if (!answer.approved) log.warn("That is not the phrase: declined.", { output: prompts.output });
  return answer;
}

/** One prompt for each field of the question; an empty answer leaves the field out. */
async function askQuestion(confirmRequest: QuestionRequest, prompts: Prompts): Promise<ConfirmAnswer> {
  const fields = Object.entries((confirmRequest.schema["properties"] ?? {}) as JsonObject);
  const content: Record<string, Json> = {};
  for (const [name, field] of fields) {
    const typed = await text({ message: escapeText(name), ...prompts });
    if (isCancel(typed)) return declinedByPerson;
    if (typed !== "") content[name] = parseValue(typed, field as JsonObject);
  }
  return answeredByPerson(confirmRequest, { yes: true, content });
}
