import { afterAll, beforeAll, expect, test } from "vitest";
import { CancellationToken, CancellationTokenSource } from "vscode-jsonrpc/node";
import { type Editor, notes, startEditor } from "./editor.ts";

const note = "contracts/notes.yaml";

/** One process for all: what a document does to it, the next one would meet. */
let editor: Editor;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  editor = await startEditor({}, (end) => void ends.unshift(end));
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** Waits for the findings of a version of the contract; without one, for those of its file. */
const shown = (version?: number): Promise<readonly unknown[]> =>
  editor.findings(
    note,
    () => editor.published.findLast(({ uri }) => uri === editor.uri(note))?.version === version,
  );

const bomb = [
  "a: &a [x]",
  ...[..."bcdefghijklmnop"].map(
    (name, at) => `${name}: &${name} [${`*${"abcdefghijklmnop"[at]}, `.repeat(9)}*a]`,
  ),
].join("\n");

/** Asks everything at several places of a document. An answer may be empty, but there is one. */
async function askAll(path: string): Promise<void> {
  const lines = editor.text(path).split("\n");
  const places = [0, Math.floor(lines.length / 2), lines.length - 1].flatMap((line) => [
    { line, character: 0 },
    { line, character: lines[line]?.length ?? 0 },
    { line: line + 1_000_000, character: 5 },
  ]);
  for (const position of places) {
    for (const method of ["completion", "hover", "definition", "documentHighlight", "prepareRename"])
      await editor
        .ask(method, path, { position })
        .catch((error: unknown) => expect(String(error)).toMatch(/declared/));
    await editor.ask("references", path, { position, context: { includeDeclaration: true } });
    await editor.ask("codeAction", path, {
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
  }
  await editor.ask("documentSymbol", path);
  await editor.ask("formatting", path, { options: { tabSize: 2, insertSpaces: true } });
}

test.each([
  ["nothing", ""],
  ["a bomb of aliases", bomb],
  ["brackets that nobody closes", "[".repeat(20_000)],
  ["braces that nobody closes", `tools:\n  a: ${"{ a: ".repeat(5000)}`],
  ["a long line of spaces", `domain:${" ".repeat(500_000)}x`],
  ["a long line without a colon", `a${"b ".repeat(300_000)}`],
  ["many quotes", `a: ${"'\"".repeat(100_000)}`],
  ["a deep list", "- ".repeat(10_000)],
  ["bytes that are no text", "\u0000\ufffd\u0007: \u2028"],
  ["half a character", "domain: \ud83d"],
  ["a return without a line feed", "a: 1\rb: 2\r\n"],
  ["a file over the size limit", `description: ${"x".repeat(4_100_000)}`],
  [
    "names of objects' own parts",
    "__proto__:\n  constructor: { toString: \ntypes: { __proto__: string, constructor: string }",
  ],
])("%s gets an answer to every question, and the server goes on", async (_name, text) => {
  await editor.open(note, text);
  await askAll(note);
  await editor.replace(note, notes);
  expect(await shown(2)).toEqual([]);
  await editor.closeDocument(note);
  await shown();
});

test("a contract that is typed letter by letter gets an answer at each letter", async () => {
  const typed = notes.slice(notes.indexOf("  remove:"));
  await editor.open(note, notes.slice(0, -typed.length));
  let version = 1;
  let text = notes.slice(0, -typed.length);
  for (const letter of typed) {
    const position = { line: text.split("\n").length - 1, character: text.split("\n").at(-1)?.length ?? 0 };
    const contentChanges = [{ range: { start: position, end: position }, text: letter }];
    const textDocument = { uri: editor.uri(note), version: (version += 1) };
    await editor.rpc.sendNotification("textDocument/didChange", { textDocument, contentChanges });
    text += letter;
    if (version % 20 === 0) expect(await editor.ask("completion", note, { position })).toBeInstanceOf(Array);
  }
  expect(await shown(version)).toEqual([]);
  await editor.closeDocument(note);
  await shown();
});

test("a request that the editor cancels is answered as cancelled or with its result", async () => {
  await editor.open(note);
  const textDocument = { uri: editor.uri(note) };
  const cancelled = new CancellationTokenSource();
  const asked = Array.from({ length: 20 }, (_, line) => {
    const sent = { textDocument, position: { line, character: 3 } };
    const token = line % 2 === 0 ? cancelled.token : CancellationToken.None;
    return editor.rpc.sendRequest("textDocument/hover", sent, token);
  });
  cancelled.cancel();
  const answers = await Promise.allSettled(asked);
  const others = answers.filter((_, line) => line % 2 !== 0);
  expect(others.filter(({ status }) => status === "rejected")).toEqual([]);
});
