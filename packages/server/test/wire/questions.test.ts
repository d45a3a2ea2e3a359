// Questions to clients of 2025, which are asked while the call waits. An answer of 2026-07-28 comes with a call of its
// own: `test/mcp2/http.test.ts`.
import { describe, expect, test } from "vitest";
import { fixture, highRisk, tool } from "../sample.ts";
import type { Person } from "../ways/clients.ts";
import { adapters } from "../ways/in-memory.ts";

const of2025 = adapters.filter(({ protocol }) => protocol === "2025-11-25");

describe.each(of2025)("$name", ({ connect }) => {
  async function check(person: Person, more: object = {}): Promise<void> {
    const { server, ran } = fixture({ tools: [tool(highRisk)] });
    const client = await connect(server, { person, askTimeoutMs: 300 });
    const params = { name: "notes.create", arguments: { text: "hello" }, ...more };
    const { isError, _meta } = await client.call(params);
    expect({ isError, _meta }).toMatchObject({
      isError: true,
      _meta: { "dev.proviso/failure": { code: "confirmation_declined" } },
    });
    expect(ran).toEqual([]);
    await client.close();
  }

  test("a question that fails runs nothing", () =>
    check(() => {
      throw new Error("no terminal");
    }));

  test("a question that nobody answers in time runs nothing", () => check(() => new Promise(() => {})));

  test.each([
    ["nothing", undefined],
    ["another word", { action: "yes" }],
    ["a text for a boolean", { action: "accept", content: { confirm: "true" } }],
    ["a list", { action: "accept", content: [true] }],
  ])("an answer that is %s runs nothing", (_, answer) => check(() => answer));

  test("no argument and nothing beside them confirms", () =>
    check(() => ({ action: "decline" }), {
      _meta: { "dev.proviso/confirmation": { confirm: true } },
      answer: { action: "accept", content: { confirm: true }, state: "x" },
      inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
    }));
});
