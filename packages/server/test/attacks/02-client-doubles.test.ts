// Clients that cannot ask, or accept with too little: `test/ways/confirmations.ts`. That fail to ask: `test/wire/questions.test.ts`.
import { expect, test } from "vitest";
import { criticalRisk, fixture, highRisk, tool } from "../sample.ts";
import { adapters } from "../ways/in-memory.ts";
import { surfaces, yes, type Person } from "./surfaces.ts";

for (const [name, attack] of surfaces) {
  const check = async (risk: typeof highRisk | typeof criticalRisk, persons: readonly Person[]) => {
    const server = fixture({ tools: [tool(risk)] });
    const answers = [];
    for (const person of persons)
      answers.push(await attack(server, "notes.create", { text: "a" }, { person }));
    return { answers, ran: server.ran.length };
  };
  test(`${name}: who has declined is asked anew, and only the new answer counts`, async () => {
    const decline: Person = () => ({ action: "decline", content: { confirm: true } });
    expect(await check(highRisk, [decline, yes])).toEqual({
      answers: ["confirmation_declined", "completed"],
      ran: 1,
    });
  });
  test(`${name}: one answer for all questions approves nothing critical`, async () => {
    const auto: Person = () => ({ action: "accept", content: { confirm: true, phrase: "create 000000" } });
    expect(await check(criticalRisk, [auto])).toEqual({ answers: ["confirmation_unanswered"], ran: 0 });
  });
  test(`${name}: the phrase in another case, or with a space, approves nothing`, async () => {
    const typed = (change: (phrase: string) => string): Person => {
      return (phrase = "") => ({ action: "accept", content: { phrase: change(phrase) } });
    };
    const changes = [
      typed((phrase) => phrase.toUpperCase()),
      typed((phrase) => `${phrase} `),
      typed((phrase) => phrase.slice(0, -1)),
    ];
    expect(await check(criticalRisk, changes)).toMatchObject({ ran: 0 });
  });
}

test.each(adapters)(
  "$name: a client that claims a capability it lacks approves nothing",
  async ({ connect }) => {
    const { server, ran } = fixture({ tools: [tool(highRisk)] });
    const client = await connect(server, { capabilities: { elicitation: { form: {} } }, askTimeoutMs: 300 });
    const call = client.call({ name: "notes.create", arguments: { text: "a" } });
    expect(await call.catch(() => ({ isError: true }))).toMatchObject({ isError: true });
    expect(ran).toEqual([]);
    await client.close();
  },
);
