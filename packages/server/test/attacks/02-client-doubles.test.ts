// Clients that cannot ask, accept with too little or fail to ask: `test/mcp/confirmation.test.ts`.
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { expect, test } from "vitest";
import { connectMcp } from "../../src/mcp.ts";
import { raw, serverInfo } from "../mcp/harness.ts";
import { anna, criticalRisk, fixture, highRisk, tool } from "../sample.ts";
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
    expect(await check(criticalRisk, [auto])).toEqual({ answers: ["confirmation_declined"], ran: 0 });
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

test("a client that can only open web pages cannot ask", async () => {
  const { server, ran } = fixture({ tools: [tool(highRisk)] });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await connectMcp(server, theirs, { principal: anna, serverInfo });
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { url: {} } } });
  await client.connect(ours);
  const { _meta } = await raw(client, "tools/call", { name: "notes.create", arguments: { text: "a" } });
  expect(_meta).toMatchObject({ "dev.proviso/failure": { code: "confirmation_required" } });
  expect(ran).toEqual([]);
});
