import { expect } from "vitest";
import type { Behaviours, Bench } from "./bench.ts";
import type { Person, Question } from "./clients.ts";
import { tools } from "./product.ts";
import type { Reach } from "./way.ts";

const yes: Person = ({ note: { phrase } }) => ({
  action: "accept",
  content: phrase === undefined ? { confirm: true } : { phrase },
});
const always =
  (answer: unknown): Person =>
  () =>
    answer;

type Word = "completed" | "confirmation_declined" | "confirmation_required" | "confirmation_unanswered";

/** One call of a tool that needs a person. */
function check(name: string, reach: Reach, expected: Word): (bench: Bench) => Promise<void> {
  return async ({ come, text, effects }) => {
    const { word, value, failure } = await (await come("anna", reach)).call(name, { text });
    const isDone = expected === "completed";
    expect({ word, value }).toEqual({ word: expected, value: isDone ? { id: text } : undefined });
    if (failure) expect(failure.message).toMatch(/Nothing (has happened|was sent)|Nobody was asked/);
    expect(effects()).toEqual(isDone ? [name] : []);
  };
}

export const confirmations: Behaviours = {
  "a person who accepts lets the call run": check("notes.high", yes, "completed"),
  "a person who types the phrase lets a critical call run": check("notes.critical", yes, "completed"),
  "a person who declines stops the call": check(
    "notes.high",
    always({ action: "decline" }),
    "confirmation_declined",
  ),
  "a person who declines and says yes at once stops the call": check(
    "notes.high",
    always({ action: "decline", content: { confirm: true } }),
    "confirmation_declined",
  ),
  "a person who closes the question stops the call": check(
    "notes.high",
    always({ action: "cancel" }),
    "confirmation_unanswered",
  ),
  "an accepting answer without content stops the call": check(
    "notes.high",
    always({ action: "accept" }),
    "confirmation_unanswered",
  ),
  "an accepting answer with empty content stops the call": check(
    "notes.high",
    always({ action: "accept", content: {} }),
    "confirmation_unanswered",
  ),
  "an accepting answer that says no stops the call": check(
    "notes.high",
    always({ action: "accept", content: { confirm: false } }),
    "confirmation_declined",
  ),
  "a yes without the phrase stops a critical call": check(
    "notes.critical",
    always({ action: "accept", content: { confirm: true } }),
    "confirmation_unanswered",
  ),
  "another phrase stops a critical call": check(
    "notes.critical",
    always({ action: "accept", content: { phrase: "create 000000" } }),
    "confirmation_unanswered",
  ),
  "a caller who can ask nobody is refused": check("notes.high", "nobody", "confirmation_required"),
  "a caller who can only open web pages is refused": check(
    "notes.high",
    "web pages",
    "confirmation_required",
  ),

  "the question says to people and to programs exactly what is approved": async ({ come, text }) => {
    const questions: Question[] = [];
    const person: Person = (question) => {
      questions.push(question);
      return { action: "decline" };
    };
    await (await come("anna", person)).call("notes.critical", { text });
    const question = {
      message: expect.stringContaining(text),
      requestedSchema: expect.objectContaining({ type: "object", required: ["phrase"] }),
      note: {
        tool: "notes.critical",
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        contractHash: tools.find(({ name }) => name === "notes.critical")?.hash,
        input: { text },
        phrase: expect.stringMatching(/^critical [\da-f]{6}$/),
      },
    };
    expect(questions).toEqual([question]);
  },

  "each call is asked about anew": async ({ come, text, effects }) => {
    let asked = 0;
    const caller = await come("anna", (question) => (asked++ === 0 ? yes(question) : { action: "decline" }));
    const words = [];
    for (let time = 0; time < 2; time++) words.push((await caller.call("notes.high", { text })).word);
    expect({ words, asked, ran: effects().length }).toEqual({
      words: ["completed", "confirmation_declined"],
      asked: 2,
      ran: 1,
    });
  },

  "nobody is asked about what would be refused anyway": async ({ come, text }) => {
    const person: Person = () => {
      throw new Error("asked");
    };
    expect(await (await come("reader", person)).call("notes.high", { text })).toMatchObject({
      word: "permission_denied",
    });
    expect(await (await come("anna", person)).call("notes.launch", { text })).toMatchObject({
      word: "requirement_unmet",
    });
    expect(await (await come("stale", person)).call("notes.guarded", { text })).toMatchObject({
      word: "step_up_required",
    });
  },
};
