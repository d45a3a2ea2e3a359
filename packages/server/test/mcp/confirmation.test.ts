import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { anna, criticalRisk, fixture, highRisk, tool } from "../sample.ts";
import { connectInMemory, raw, type Answering } from "./harness.ts";

const high = tool(highRisk);
const critical = tool(criticalRisk);
const call = { name: "notes.create", arguments: { text: "hello" } };

async function check(
  contract: typeof high,
  answering: Answering | undefined,
  expected: "ran" | "confirmation_declined" | "confirmation_required",
): Promise<void> {
  const { server, ran } = fixture({ tools: [contract] });
  const client = await connectInMemory(server, { ...(answering ? { answering } : {}), askTimeoutMs: 300 });
  const { structuredContent, _meta } = await raw(client, "tools/call", call);
  const failure = (_meta as Record<string, { code?: string }>)["dev.proviso/failure"];
  expect({ code: failure?.code ?? "ran", structuredContent, runs: ran.length }).toEqual({
    code: expected,
    structuredContent: expected === "ran" ? { id: "n1" } : undefined,
    runs: expected === "ran" ? 1 : 0,
  });
  await client.close();
}

const answer =
  (result: unknown): Answering =>
  () =>
    result as ElicitResult;
const phraseOf = (question: Parameters<Answering>[0]): string =>
  String((question._meta?.["dev.proviso/confirmation"] as { phrase?: string } | undefined)?.phrase);

test("a person who accepts lets the call run", () =>
  check(high, answer({ action: "accept", content: { confirm: true } }), "ran"));

test("a person who types the phrase lets a critical call run", () =>
  check(critical, (question) => ({ action: "accept", content: { phrase: phraseOf(question) } }), "ran"));

test.each([
  ["declines", high, { action: "decline" }],
  ["closes the question", high, { action: "cancel" }],
  ["accepts with nothing", high, { action: "accept" }],
  ["accepts with an empty answer", high, { action: "accept", content: {} }],
  ["accepts with no", high, { action: "accept", content: { confirm: false } }],
  ["accepts with a text for a boolean", high, { action: "accept", content: { confirm: "true" } }],
  ["accepts a critical call without its phrase", critical, { action: "accept", content: { confirm: true } }],
  ["types another phrase", critical, { action: "accept", content: { phrase: "create 000000" } }],
  ["answers with what is no answer", high, { action: "yes" }],
])("a client that %s runs nothing", (_, contract, result) =>
  check(contract, answer(result), "confirmation_declined"),
);

test("a client whose question fails runs nothing", () =>
  check(
    high,
    () => {
      throw new Error("no terminal");
    },
    "confirmation_declined",
  ));

test("a question that nobody answers in time runs nothing", () =>
  check(high, () => new Promise(() => {}), "confirmation_declined"));

test("a client that cannot ask anybody runs nothing", () => check(high, undefined, "confirmation_required"));

test("the question says in `_meta` exactly what is approved", async () => {
  const questions: Parameters<Answering>[0][] = [];
  const { server } = fixture({ tools: [critical] });
  const client = await connectInMemory(server, {
    answering: (question) => {
      questions.push(question);
      return { action: "decline" };
    },
  });
  await raw(client, "tools/call", call);
  expect(questions).toEqual([
    {
      mode: "form",
      message: expect.stringContaining("hello"),
      requestedSchema: expect.objectContaining({ type: "object", required: ["phrase"] }),
      _meta: expect.objectContaining({
        "dev.proviso/confirmation": {
          tool: "notes.create",
          fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
          contractHash: critical.hash,
          input: { text: "hello" },
          phrase: expect.stringMatching(/^create [\da-f]{6}$/),
        },
      }),
    },
  ]);
});

test("no argument confirms", async () => {
  const { server, ran } = fixture({ tools: [high] });
  const client = await connectInMemory(server, { principal: anna });
  await raw(client, "tools/call", {
    ...call,
    _meta: { "dev.proviso/confirmation": { confirm: true } },
    answer: { action: "accept", content: { confirm: true }, state: "x" },
    inputResponses: { confirm: { action: "accept" } },
  });
  expect(ran).toEqual([]);
});
