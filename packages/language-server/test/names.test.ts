import { expect, test } from "vitest";
import type { DocumentSymbol, Hover, Location, Range, WorkspaceEdit } from "vscode-languageserver";
import { type Editor, links, notes, openEditor, startEditor } from "./editor.ts";

const note = "contracts/notes.yaml";
const link = "contracts/links.yaml";

/** `file:line text` of each place. */
async function shown(editor: Editor, places: readonly Location[]): Promise<readonly string[]> {
  const lines = places.map(async ({ uri, range }) => {
    const path = uri.slice(editor.uri("").length);
    return `${path.slice(path.lastIndexOf("/") + 1)}:${range.start.line + 1} ${await editor.shown(path, range)}`;
  });
  return (await Promise.all(lines)).toSorted();
}

async function openBoth(
  files: Readonly<Record<string, string>> = {},
  start: (files: Readonly<Record<string, string>>) => Promise<Editor> = openEditor,
): Promise<Editor> {
  const editor = await start(files);
  await editor.open(note);
  await editor.open(link);
  return editor;
}

test.each([
  ["a type", "noteId: notes.note", "notes.yaml:5 noteId"],
  ["a type in an expression", 'links: "notes.note', "notes.yaml:5 noteId"],
  ["a permission", "permissions: [notes:r", "notes.yaml:7 notes:read"],
  ["a failure mode", "failureModes: [notes.note_", "notes.yaml:10 note_missing"],
  ["a tool", "successor: notes.g", "notes.yaml:12 get"],
])("the declaration of %s is found from another contract", async (_name, before, expected) => {
  const editor = await openBoth();
  const found = await editor.at<Location[]>("definition", link, before);
  expect(await shown(editor, found)).toEqual([expected]);
});

test("the places that use a permission are found, in conditions too", async () => {
  const editor = await openBoth();
  const context = { includeDeclaration: true };
  const found = await editor.at<Location[]>("references", note, "  notes:write", { context });
  expect(await shown(editor, found)).toEqual([
    "notes.yaml:30 notes:write",
    "notes.yaml:33 notes:write",
    "notes.yaml:8 notes:write",
  ]);
  const marked = await editor.at<{ range: Range }[]>("documentHighlight", note, "  notes:write");
  expect(marked).toHaveLength(3);
});

async function renamed(
  editor: Editor,
  before: string,
  newName: string,
): Promise<Readonly<Record<string, string>>> {
  return editor.applied(await editor.at<WorkspaceEdit>("rename", note, before, { newName }));
}

test.each([
  ["type", "types:\n  note", "noteKey"],
  ["permission", "  notes:write", "notes:change"],
  ["failure mode", "failureModes:\n  note_", "note_gone"],
])("a %s is renamed in every contract, and all compile afterwards", async (_name, before, name) => {
  const editor = await openBoth();
  const edited = await renamed(editor, before, name);
  await editor.closeDocument(note);
  await editor.closeDocument(link);
  for (const [path, text] of Object.entries(edited)) await editor.write(path, text);
  await editor.open(note);
  await editor.open(link);
  expect(await editor.findings(link, (codes) => codes.length === 0)).toEqual([]);
  expect(await editor.findings(note, (codes) => codes.length === 0)).toEqual([]);
  expect(edited[note]).toContain(name);
});

test("a tool is renamed where others name it, and nothing else changes", async () => {
  const editor = await openBoth({}, startEditor);
  expect(await renamed(editor, "tools:\n  ge", "fetch")).toEqual({
    [note]: notes.replace("\n  get:", "\n  fetch:"),
    [link]: links.replace("successor: notes.get", "successor: notes.fetch"),
  });
});

test("a tool is found, described and renamed where others have it find out what became of a call", async () => {
  const event = "    auditEvent: note.removed\n";
  const editor = await openBoth({ [note]: notes.replace(event, `${event}    reconcile: links.find\n`) });
  const found = await editor.at<Location[]>("definition", note, "reconcile: links.f");
  expect(await shown(editor, found)).toEqual(["links.yaml:5 find"]);
  expect(await hovered(editor, note, "reconcile: links.f")).toContain("**links\\.find** (tool)");
  const edited = await editor.applied(
    await editor.at<WorkspaceEdit>("rename", link, "tools:\n  fi", { newName: "find_all" }),
  );
  expect(edited[note]).toContain("reconcile: links.find_all\n");
});

test("a type is renamed in quotes and in expressions; properties of the same name stay", async () => {
  const editor = await openBoth();
  const edited = await renamed(editor, "types:\n  note", "noteKey");
  expect(edited[link]).toContain("inputSchema: { noteId: notes.noteKey }");
  expect(edited[link]).toContain('outputSchema: { links: "notes.noteKey[]" }');
  expect(edited[note]).toContain("inputSchema: { noteId: noteKey }");
  expect(edited[note]).toContain("idempotency: { key: [noteId] }");
});

test.each([
  ["is no name", "types:\n  note", "Note-Id", /is no name for this; write a name in camel case/],
  ["is that of a built-in type", "types:\n  note", "string", /built in|`string`/],
  ["is taken", "  notes:write", "notes:read", /`notes:read` is already declared in contracts\/notes\.yaml/],
  ["is taken by another tool", "tools:\n  ge", "remove", /`notes\.remove` is already declared/],
  ["would be taken for a word that is none", "types:\n  note", "removed", /scheduled/],
])("a rename is refused if the new name %s", async (_name, before, newName, reason) => {
  const editor = await openBoth();
  await expect(renamed(editor, before, newName)).rejects.toThrow(reason);
});

test("a rename is refused while a contract that may use the name cannot be read", async () => {
  const editor = await openBoth();
  await editor.type(link, "tools:\n", "tools: [\n");
  await expect(renamed(editor, "  notes:write", "notes:change")).rejects.toThrow(
    /correct the errors in contracts\/links\.yaml first/,
  );
});

test("what no contract declares cannot be renamed, and is said so before the new name is asked for", async () => {
  const editor = await openBoth();
  await expect(editor.at("prepareRename", note, 'requirements: ["env:')).rejects.toThrow(
    /declared by servers/,
  );
  expect(await editor.at("prepareRename", note, "riskLevel: critical")).toBeNull();
  const range = await editor.at<Range>("prepareRename", link, "noteId: notes.note");
  expect(await editor.shown(link, range)).toBe("noteId");
});

test("the outline lists what a contract declares", async () => {
  const editor = await openBoth({}, startEditor);
  const found = await editor.ask<DocumentSymbol[]>("documentSymbol", note);
  const names = found.map(({ name, children = [] }) => [name, children.map((child) => child.name)]);
  expect(names).toEqual([
    ["types", ["noteId"]],
    ["permissions", ["notes:read", "notes:write"]],
    ["failureModes", ["note_missing"]],
    ["tools", ["get", "remove"]],
  ]);
  const [, , , tools] = found;
  const [get] = tools?.children ?? [];
  expect(get && (await editor.shown(note, get.range)).trim()).toMatch(
    /^get:\n {4}title: Get[^]*n_abc123 \} \}\]$/,
  );
});

async function hovered(editor: Editor, path: string, before: string): Promise<string> {
  const found = await editor.at<Hover | null>("hover", path, before);
  return found ? (found.contents as { value: string }).value : "";
}

test("hovering over a tool shows its derived hints and who is asked", async () => {
  const editor = await openBoth();
  const text = await hovered(editor, note, "\n  rem");
  expect(text).toContain("**notes\\.remove** (tool)");
  expect(text).toContain("destructiveHint `true`");
  expect(text).toContain("The server asks a person: every time; the person types a phrase");
  expect(await hovered(editor, link, "successor: notes.g")).toContain("The server asks a person: never");
});

test("hovering over a field shows what it says, its default and what enforces it", async () => {
  const editor = await openBoth();
  expect(await hovered(editor, note, "stepUp")).toMatch(
    /Default: `never`\. Enforced by: server, `step-up`\./,
  );
  const level = await hovered(editor, note, "riskLevel: crit");
  expect(level).toContain("**riskLevel**");
  expect(level).toContain("The server asks a person: every time");
});

test("hovering over a permission shows what it allows, as text and not as markup", async () => {
  const editor = await openBoth({});
  await editor.type(
    note,
    "notes:read: Read notes.",
    'notes:read: "Read ![x](https://example.com/x.png) <b>."',
  );
  const text = await hovered(editor, link, "permissions: [notes:r");
  expect(text).toContain("\\!\\[x\\]\\(https\\:");
  expect(text).not.toMatch(/!\[|<b>/);
});

test("what approvers must hold is a permission like any other: it is found, and renamed", async () => {
  const approved = notes
    .replace("  notes:write: Add", "  notes:approve: Approve notes.\n  notes:write: Add")
    .replace(
      "  get:\n",
      "  get:\n    confirmation: { always: true, approver: other, from: [notes:approve] }\n",
    );
  const editor = await openBoth({ [note]: approved });
  const context = { includeDeclaration: false };
  const found = await editor.at<Location[]>("references", note, "  notes:approve", { context });
  expect(await shown(editor, found)).toEqual(["notes.yaml:14 notes:approve"]);
  const text = Object.values(await renamed(editor, "from: [notes:app", "notes:agree")).join("");
  expect(text).toContain("from: [notes:agree]");
  expect(text).toContain("  notes:agree: Approve notes.");
});
