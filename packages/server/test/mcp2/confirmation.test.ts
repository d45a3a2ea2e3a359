import { describe, expect, test } from "vitest";
import { criticalRisk, fixture, highRisk, tool } from "../sample.ts";
import { pairings, type Answering, type Pairing, type Question } from "./harness.ts";

const high = tool(highRisk);
const critical = tool(criticalRisk);
const call = { name: "notes.create", arguments: { text: "hello" } };

const answer =
  (result: unknown): Answering =>
  () =>
    result;
const phraseOf = (question: Question): string =>
  String((question._meta?.["dev.proviso/confirmation"] as { phrase?: string } | undefined)?.phrase);

async function checkOver(
  connect: Pairing["connect"],
  contract: typeof high,
  answering: Answering | undefined,
  expected: "ran" | "confirmation_declined" | "confirmation_required",
  capabilities?: object,
): Promise<void> {
  const { server, ran } = fixture({ tools: [contract] });
  const client = await connect(server, {
    ...(answering ? { answering } : {}),
    ...(capabilities ? { capabilities } : {}),
    askTimeoutMs: 300,
  });
  const { structuredContent, _meta } = await client.call(call);
  const failure = (_meta as Record<string, { code?: string }>)["dev.proviso/failure"];
  expect({ code: failure?.code ?? "ran", structuredContent, runs: ran.length }).toEqual({
    code: expected,
    structuredContent: expected === "ran" ? { id: "n1" } : undefined,
    runs: expected === "ran" ? 1 : 0,
  });
  await client.close();
}

describe.each(pairings)("$name", ({ connect }) => {
  const check = checkOver.bind(undefined, connect);

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
    ["types another phrase", critical, { action: "accept", content: { phrase: "create 000000" } }],
  ])("a client that %s runs nothing", (_, contract, result) =>
    check(contract, answer(result), "confirmation_declined"),
  );

  test("a client that cannot ask anybody runs nothing", () =>
    check(high, undefined, "confirmation_required"));

  test("a client that can only open pages runs nothing", () =>
    check(high, undefined, "confirmation_required", { elicitation: { url: {} } }));

  test("the question says in `_meta` exactly what is approved", async () => {
    const questions: Question[] = [];
    const { server } = fixture({ tools: [critical] });
    const client = await connect(server, {
      answering: (question) => {
        questions.push(question);
        return { action: "decline" };
      },
    });
    await client.call(call);
    expect(questions).toEqual([
      expect.objectContaining({
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
      }),
    ]);
    await client.close();
  });
});

describe.each(pairings.filter(({ era }) => era === "legacy"))("$name", ({ connect }) => {
  const check = checkOver.bind(undefined, connect);
  const broken: Answering = () => {
    throw new Error("no terminal");
  };

  test("a question that fails runs nothing", () => check(high, broken, "confirmation_declined"));

  test("a question that nobody answers in time runs nothing", () =>
    check(high, () => new Promise(() => {}), "confirmation_declined"));
});
