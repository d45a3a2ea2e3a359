import { type ConfirmAnswer, type ConfirmRequest, answeredByPerson } from "@proviso/client";
import { pc } from "../view/paint.ts";
import type { Person } from "../session/person.ts";
import { viewRequest } from "../view/request.ts";
import type { Transcript } from "./transcript.ts";

/** One answer of the script. `brief` leaves out the question if the reader has seen a similar one. */
export interface ScriptedAnswer {
  readonly approves: boolean;
  readonly brief?: boolean;
}

/** Plays the person at the terminal. Without a prepared answer it says no. */
export interface ScriptedPerson extends Person {
  willAnswer(answer: ScriptedAnswer): void;
  /** How many questions were asked so far. */
  timesAsked(): number;
}

export function createScriptedPerson(transcript: Transcript): ScriptedPerson {
  const script: ScriptedAnswer[] = [];
  let asked = 0;
  return {
    willAnswer: (answer) => void script.push(answer),
    timesAsked: () => asked,
    confirm(request) {
      asked += 1;
      const { approves, brief = false } = script.shift() ?? { approves: false };
      if (!brief) transcript.shown(viewRequest(request));
      const answer = scriptedAnswerTo(request, approves);
      transcript.said(describeScripted(request, answer));
      return Promise.resolve(answer);
    },
  };
}

function scriptedAnswerTo(request: ConfirmRequest, approves: boolean): ConfirmAnswer {
  if (!approves || request.kind === "question") return { approved: false };
  const { phrase } = request;
  return answeredByPerson(request, { yes: true, ...(phrase === undefined ? {} : { phrase }) });
}

function describeScripted(request: ConfirmRequest, answer: ConfirmAnswer): string {
  if (!answer.approved) return `${pc.yellow("?")} The person is asked, and says ${pc.bold("no")}.`;
  const phrase = request.kind === "call" ? request.phrase : undefined;
  const typed = phrase === undefined ? pc.bold("yes") : `yes by typing ${pc.bold(`“${phrase}”`)}`;
  return `${pc.yellow("?")} The person is asked, and says ${typed}.`;
}
