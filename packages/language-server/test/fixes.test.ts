import { expect, test } from "vitest";
import type { CodeAction, TextEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Editor, notes, openEditor, startEditor } from "./editor.ts";

const note = "contracts/notes.yaml";
/** Two misspelt words, which have a certain correction each. */
const misspelt = notes
  .replace("riskLevel: low", "riskLevel: Low")
  .replace("    auditEvent: note.removed", "    auditevent: note.removed");

async function actionsAt(editor: Editor, before: string, only?: string[]): Promise<readonly CodeAction[]> {
  const position = editor.position(note, before);
  const context = { diagnostics: [], ...(only && { only }) };
  return editor.ask("codeAction", note, { range: { start: position, end: position }, context });
}

test("a finding offers its fix, which changes the document and nothing else", async () => {
  const editor = await openEditor();
  await editor.open(note, misspelt);
  const [fix] = await actionsAt(editor, "riskLevel: Low");
  expect(fix).toMatchObject({ kind: "quickfix", diagnostics: [{ code: "decode/unknown-value" }] });
  expect(await editor.applied(fix?.edit ?? {})).toEqual({
    [note]: misspelt.replace("riskLevel: Low", "riskLevel: low"),
  });
});

test("all fixes of a document are made at once, on request", async () => {
  const editor = await startEditor();
  await editor.open(note, misspelt);
  const [all, ...others] = await actionsAt(editor, "domain: notes", ["source.fixAll"]);
  expect(others).toEqual([]);
  expect(all?.kind).toBe("source.fixAll.proviso");
  expect(await editor.applied(all?.edit ?? {})).toEqual({ [note]: notes });
});

test("where nothing can be fixed, nothing is offered", async () => {
  const editor = await openEditor();
  await editor.open(note);
  expect(await actionsAt(editor, "riskLevel: critical")).toEqual([]);
  expect(await actionsAt(editor, "riskLevel: critical", ["source.fixAll.proviso"])).toEqual([]);
});

async function formatted(editor: Editor, path: string): Promise<string> {
  const edits = await editor.ask<TextEdit[]>("formatting", path, {
    options: { tabSize: 8, insertSpaces: false },
  });
  return TextDocument.applyEdits(TextDocument.create("", "", 0, editor.text(path)), edits);
}

test("a document is formatted as `proviso format` does it", async () => {
  const editor = await openEditor();
  await editor.open(
    note,
    notes.replace(
      "{ noteId: noteId }\n    outputSchema: { text: string }",
      "{noteId:   noteId}\n\n\n    outputSchema: {text: string}",
    ),
  );
  expect(await formatted(editor, note)).toContain(
    "    inputSchema: { noteId: noteId }\n\n    outputSchema: { text: string }\n",
  );
});

test("what is no YAML, and the configuration, are left as they are", async () => {
  const editor = await openEditor();
  await editor.open(note, "proviso: [\n");
  await editor.open("proviso.yaml");
  expect(await formatted(editor, note)).toBe("proviso: [\n");
  expect(await editor.ask("formatting", "proviso.yaml", { options: {} })).toBeNull();
});
