// What the question says. Who is asked, and which answers count: `confirm.test.ts`.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "@proviso/manifest";
import type { ConfirmationRequest } from "../../src/api/outcome.ts";
import { creates, criticalRisk, fixture, highRisk, sends, tool, type Fixture } from "../sample.ts";

type Server = ReturnType<typeof fixture>;

async function ask(server: Server, given: object): Promise<ConfirmationRequest> {
  const outcome = await server.call("notes.create", given, { canAsk: true });
  if (outcome.kind !== "input_required") throw new Error(`nobody was asked: ${JSON.stringify(outcome)}`);
  return outcome.request;
}

const given: Fixture = {
  tools: [tool({ ...criticalRisk, inputSchema: { type: "object" }, sideEffects: [sends, creates] })],
};
async function messageFor(value: object): Promise<string> {
  return (await ask(fixture(given), value)).message;
}

test("the question names the tool, the caller, the arguments, the side effects and the phrase", async () => {
  const request = await ask(fixture(given), { to: ["x@y.z"], nested: { deep: [true, null] }, none: [] });
  expect(request.message).toBe(
    [
      'Create a note (notes.create, critical risk), asked for by agent `"anna"` of `"acme"`',
      "Keeps a text.",
      "",
      "Arguments:",
      "- nested.deep[0]: `true`",
      "- nested.deep[1]: `null`",
      "- none: `[]`",
      '- to[0]: `"x@y.z"`',
      "",
      "Side effects:",
      "- sends: One email to every recipient. (cannot be undone, leaves the system)",
      "- creates: A note.",
      "",
      `To approve exactly this, type: ${request.phrase}`,
    ].join("\n"),
  );
  expect(request.answerSchema).toMatchObject({
    required: ["phrase"],
    properties: { phrase: { type: "string" } },
  });
});

test("every leaf is visible, whatever the input", async () => {
  const leaf = fc.oneof(
    fc.integer({ min: 100_000 }),
    fc.string({ unit: fc.constantFrom("a", "Z", "7"), minLength: 6 }),
  );
  const value = fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.oneof(leaf, fc.array(leaf, { maxLength: 20 })),
    { minKeys: 1 },
  );
  const run = async (each: Record<string, unknown>) => {
    const message = await messageFor(each);
    for (const shown of Object.values(each).flat()) expect(message).toContain(String(shown));
  };
  await fc.assert(fc.asyncProperty(value, run), { seed: 20261121, numRuns: 100 });
});

const hostile = "\u202e\u200b\u2066\u001b[31m\n\r\t`*\u00a0\ufeff\u{e0041}\u3164\u2800\u00ad\u0000";
test("what cannot be seen is escaped, in values and in keys", async () => {
  const message = await messageFor({ text: `x${hostile}y`, [`k${hostile}`]: "v  w" });
  const lines = message
    .split("\n")
    .filter((line) => line.includes("x\\u") || line.includes("v\\u") || line.includes('"k'));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^[\u0020-\u007e]+$/);
  expect(message).toContain("\\u{202e}\\u{200b}\\u{2066}");
  expect(message).toContain("v\\u{20} w");
  expect(message.match(/`/g)?.length).toBe(10); // pairs of ours: caller, tenant, the hostile key, its value, the hostile value
});

test("a list of ten thousand is shown as its size, its digest and a sample", async () => {
  const to = Array.from({ length: 10_000 }, (_, index) => `a${index}@b.c`);
  const message = await messageFor({ to });
  expect(message).toMatch(/to: 10000 items, SHA-256 [0-9a-f]{64}, of which the first 5:/);
  expect(message).toContain("a4@b.c");
  expect(message.length).toBeLessThan(2000);
});

test("a long list in a long list is covered by the digest of the outer one", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, inputSchema: { type: "object" } })] });
  let nested: Json = 1;
  for (let level = 0; level < 25; level++) nested = [nested, ...Array.from({ length: 30 }, () => 0)];
  const { message } = await ask(server, { nested });
  expect(message.match(/31 items/g)?.length).toBeGreaterThan(20);
  expect(message.match(/SHA-256/g)).toHaveLength(1);
});
test("a long text is shown as its size, its digest and its beginning", async () => {
  const message = await messageFor({ body: `Dear Anna, ${"x".repeat(50_000)}` });
  expect(message).toMatch(/body: 50011 characters, SHA-256 [0-9a-f]{64}, beginning `"Dear Anna, x/);
  expect(message.length).toBeLessThan(3000);
});
