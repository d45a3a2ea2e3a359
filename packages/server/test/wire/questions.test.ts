// Questions to clients of 2025, which are asked while the call waits. An answer of 2026-07-28 comes with a call of its
// own: `test/mcp2/http.test.ts`.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fixture, highRisk, tool } from "../sample.ts";
import type { Person } from "../ways/clients.ts";
import { adapters } from "../ways/in-memory.ts";

const of2025 = adapters.filter(({ protocol }) => protocol === "2025-11-25");

describe.each(of2025)("$name", ({ connect }) => {
  async function check(person: Person, expected: object, more: object = {}): Promise<void> {
    const { server, ran } = fixture({ tools: [tool(highRisk)] });
    const client = await connect(server, { person, askTimeoutMs: 300 });
    const params = { name: "notes.create", arguments: { text: "hello" }, ...more };
    const { isError, _meta } = await client.call(params);
    expect({ isError, _meta }).toMatchObject({
      isError: true,
      _meta: { "dev.proviso/failure": expected },
    });
    expect(ran).toEqual([]);
    await client.close();
  }

  const unanswered = (answer: string): object => ({ code: "confirmation_unanswered", details: { answer } });

  test("a question that fails runs nothing, and nobody is said to have said no", () =>
    check(() => {
      throw new Error("no terminal");
    }, unanswered("error")));

  test("a question that nobody answers in time runs nothing, and nobody is said to have said no", () =>
    check(() => new Promise(() => {}), unanswered("timeout")));

  test("a client that cancels on its own runs nothing, and nobody is said to have said no", () =>
    check(() => ({ action: "cancel" }), unanswered("cancel")));

  test.each([
    ["nothing", undefined],
    ["another word", { action: "yes" }],
    ["a text for a boolean", { action: "accept", content: { confirm: "true" } }],
    ["a list", { action: "accept", content: [true] }],
  ])("an answer that is %s runs nothing", (_, answer) =>
    check(() => answer, { code: "confirmation_unanswered" }),
  );

  test("no argument and nothing beside them confirms", () =>
    check(() => ({ action: "decline" }), declined, {
      _meta: { "dev.proviso/confirmation": { confirm: true } },
      answer: { action: "accept", content: { confirm: true }, state: "x" },
      inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
    }));

  test("a client that goes by progress waits as long as the person does", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { server, ran } = fixture({ tools: [tool(highRisk)] });
    const person: Person = async () => {
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      return { action: "accept", content: { confirm: true } };
    };
    const client = await connect(server, { person });
    const seen: { readonly progress: number; readonly message?: string }[] = [];
    const params = { name: "notes.create", arguments: { text: "hello" } };
    const { _meta } = await client.call(params, {
      timeout: 60_000,
      resetTimeoutOnProgress: true,
      onprogress: (progress) => void seen.push(progress as never),
    });
    expect([_meta, ran.length]).toMatchObject([{ "dev.proviso/outcome": { kind: "completed" } }, 1]);
    expect(seen[0]).toMatchObject({ message: "Waiting for the approval of this call." });
    const steps = seen.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].toSorted((one, other) => one - other));
    await client.close();
  });
});

const declined = { code: "confirmation_declined" };
