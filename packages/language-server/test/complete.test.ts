import { expect, test } from "vitest";
import type { CompletionItem, TextEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Editor, openEditor, startEditor } from "./editor.ts";

const note = "contracts/notes.yaml";
const link = "contracts/links.yaml";

/** What is offered after typing `after` in the place of `before`, where `‸` marks the cursor. */
async function offered(
  editor: Editor,
  path: string,
  before: string,
  after: string,
): Promise<CompletionItem[]> {
  await editor.type(path, before, after.replace("‸", ""));
  return editor.at("completion", path, after.split("‸")[0] ?? "");
}

function labels(items: readonly CompletionItem[]): readonly string[] {
  return items.map(({ label }) => label);
}

async function check(
  [path, before, after]: readonly [path: string, before: string, after: string],
  expected: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  const editor = await openEditor();
  await editor.open(path);
  const found = labels(await offered(editor, path, before, after));
  expect(found).toEqual(expect.arrayContaining([...expected]));
  expect(others.filter((label) => found.includes(label))).toEqual([]);
}

const inLinks = (before: string, after: string) => [link, before, after] as const;

test("in a tool, the fields that it does not have yet", () =>
  check(
    inLinks("    sideEffects: []\n", "    sideEffects: []\n    ‸\n"),
    ["stepUpAuth", "rateLimit"],
    ["category"],
  ));
test("of the file, its sections", () =>
  check(
    inLinks("description: Links between notes.\n", "description: Links between notes.\n‸\n"),
    ["types", "failureModes"],
    ["domain", "riskLevel"],
  ));
test("in braces, the fields inside them", () =>
  check(
    inLinks("{ reason: Notes show their links., ", "{ reason: Notes show their links., ‸ "),
    ["successor"],
    ["reason"],
  ));
test("in a map that is not closed yet", () =>
  check(inLinks("    sideEffects: []\n", "    sideEffects: []\n    idempotency: { ‸\n"), [
    "key",
    "ttl",
    "until",
  ]));
test("after a key, the values that the language lists", () =>
  check(inLinks("riskLevel: low", "riskLevel: ‸"), ["low", "critical", "forbidden"], ["true"]));
test("for a flag, true and false", () =>
  check(inLinks("sideEffects: []", "autonomousExecution: ‸"), ["true", "false"]));
test("for an effect, its kinds", () =>
  check(inLinks("sideEffects: []", "sideEffects:\n      - ‸"), ["creates", "deletes", "reversible"]));
test("for a permission, those of all contracts", () =>
  check(
    inLinks("permissions: [notes:read]", "permissions: [notes:read, notes:‸]"),
    ["notes:read", "notes:write"],
    ["low"],
  ));
test("for a failure mode, those of all contracts and those that are implied", () =>
  check(
    inLinks("failureModes: [notes.note_missing]", "failureModes:\n      - ‸"),
    ["notes.note_missing", "rate_limit_exceeded"],
    ["note_missing"],
  ));
test("for a type, the built-in ones and those of all contracts", () =>
  check(
    inLinks("inputSchema: { noteId: notes.noteId }", "inputSchema: { noteId: ‸ }"),
    ["string", "date-time", "notes.noteId"],
    ["noteId"],
  ));
test("inside the quotes of a type expression", () =>
  check(inLinks('"notes.noteId[]"', '"integer | not‸"'), ["notes.noteId"]));
test("for a successor, the tools", () =>
  check(inLinks("successor: notes.get", "successor: ‸"), ["notes.get", "notes.remove", "links.find"]));
test("for the tool that finds out an unknown outcome, the tools", () =>
  check(inLinks("sideEffects: []", "reconcile: ‸"), ["notes.get", "notes.remove", "links.find"]));
test("for a requirement, those that other tools have", () =>
  check(inLinks("sideEffects: []", "execution: { requirements: [‸] }"), ["env:production"]));
test("for the key of idempotency, the fields of the input", () =>
  check([note, "idempotency: { key: [noteId] }", "idempotency: { key: [‸] }"], ["noteId"]));
test("a type of the own contract has no domain", () =>
  check([note, "outputSchema: { text: string }", "outputSchema: { text: ‸ }"], ["noteId"], ["notes.noteId"]));

test("names are known while the contract that declares them is no YAML", async () => {
  const editor = await openEditor();
  await editor.open(note);
  await editor.findings(note, (codes) => codes.length === 0);
  const items = await offered(editor, note, "permissions: [notes:write]", "permissions: [notes:write, ‸");
  expect(labels(items)).toContain("notes:read");
});

test.each(["description: No‸tes that people keep.", "# a comm‸ent\ndescription: Notes that people keep."])(
  "nothing is offered in text or comments: %s",
  async (after) => {
    const editor = await openEditor();
    await editor.open(note);
    expect(await offered(editor, note, "description: Notes that people keep.", after)).toEqual([]);
  },
);

test("nothing is offered in a text of several lines", async () => {
  const editor = await openEditor();
  await editor.open(note);
  const after = "description: |\n  Notes\n\n  that ‸ people keep.";
  expect(await offered(editor, note, "description: Notes that people keep.", after)).toEqual([]);
});

test("what is chosen replaces the whole word, and a key gets its colon once", async () => {
  const editor = await startEditor();
  await editor.open(link);
  const apply = (items: readonly CompletionItem[], label: string): string => {
    const chosen = items.find((item) => item.label === label);
    const document = TextDocument.create("", "", 0, editor.text(link));
    return TextDocument.applyEdits(document, [chosen?.textEdit as TextEdit]);
  };
  const first = await offered(editor, link, "permissions: [notes:read]", "permissions: [notes:re‸ad]");
  expect(apply(first, "notes:write")).toContain("permissions: [notes:write]\n");
  const second = await offered(editor, link, "    sideEffects: []", "    side‸: []");
  expect(apply(second, "sideEffects")).toContain("    sideEffects: []\n");
  const third = await offered(editor, link, "    auditEvent: links.found\n", "    audit‸\n");
  expect(apply(third, "auditEvent")).toContain("    auditEvent: \n");
});

test("what is offered says what enforces it", async () => {
  const editor = await openEditor();
  await editor.open(link);
  const items = await offered(
    editor,
    link,
    "    permissions: [notes:read]\n    sideEffects: []\n",
    "    permissions: [notes:read]\n    ‸\n",
  );
  const { documentation } = items.find(({ label }) => label === "sideEffects") ?? {};
  expect(JSON.stringify(documentation)).toContain("Enforced by: compiler");
});
