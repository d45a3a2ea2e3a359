import { expect, test } from "vitest";
import type { CompletionItem, Hover, Location } from "vscode-languageserver";
import { config, type Editor, links, notes, openEditor } from "./editor.ts";

const shared = "shared/types.yaml";
const link = "shop/contracts/links.yaml";
const language = `${notes.slice(0, notes.indexOf("tools:"))}effects:
  note_moved: { updates: The note., reversible: true }
`;

/** A project in a folder, which uses a file outside of it. */
async function openShop(): Promise<Editor> {
  const text = links
    .replace("sideEffects: []", "sideEffects: [{ effect: notes.note_moved }]")
    .replace("tools:", "use: ../../shared/types.yaml\ntools:")
    .replace(/\n {4}deprecated: .*/, "");
  const editor = await openEditor({
    "package.json": "{}",
    "shop/proviso.yaml": config,
    [link]: text,
    [shared]: language,
  });
  await editor.open(link);
  return editor;
}

const has = (code: string) => (codes: readonly unknown[]) => codes.includes(code);
const isEmpty = (codes: readonly unknown[]): boolean => codes.length === 0;

test("what is declared in a shared file is found from the contract that uses it", async () => {
  const editor = await openShop();
  const [found] = await editor.at<Location[]>("definition", link, "noteId: notes.note");
  expect(found?.uri).toBe(editor.uri(shared));
  expect(found && (await editor.shown(shared, found.range))).toBe("noteId");
  const hover = await editor.at<Hover>("hover", link, "noteId: notes.note");
  expect(JSON.stringify(hover.contents)).toContain("Identifies a note");
  const items = await editor.at<CompletionItem[]>("completion", link, "permissions: [");
  expect(items.map(({ label }) => label)).toContain("notes:write");
});

test("a declared effect is found from the tool that lists it", async () => {
  const editor = await openShop();
  const [found] = await editor.at<Location[]>("definition", link, "effect: notes.note_");
  expect(found && (await editor.shown(shared, found.range))).toBe("note_moved");
  const items = await editor.at<CompletionItem[]>("completion", link, "effect: ");
  expect(items.map(({ label }) => label)).toEqual(["notes.note_moved"]);
});

test("the definition of a used file is the file", async () => {
  const editor = await openShop();
  const [found] = await editor.at<Location[]>("definition", link, "use: ../../shared/ty");
  expect(found?.uri).toBe(editor.uri(shared));
});

test("an edit of an open shared file counts where it is used, and its mistakes are shown in it", async () => {
  const editor = await openShop();
  await editor.findings(link, isEmpty);
  await editor.open(shared);
  await editor.type(shared, "note_missing", "note_gone");
  await editor.findings(link, has("resolve/unknown-failure-mode"));
  await editor.type(shared, "type: string, pattern", "type: strin, pattern");
  const [found] = await editor.findings(shared, has("type/unknown-type"));
  expect(found?.message).toContain("used by `contracts/links.yaml`");
});

test("a shared file shows where its names are used, and a name of it is not renamed", async () => {
  const editor = await openShop();
  await editor.findings(link, isEmpty);
  await editor.open(shared);
  const context = { includeDeclaration: false };
  const found = await editor.at<Location[]>("references", shared, "  noteId", { context });
  expect(found.map(({ uri }) => uri)).toEqual([editor.uri(link), editor.uri(link)]);
  await expect(editor.at("rename", link, "noteId: notes.note", { newName: "id" })).rejects.toThrow(
    "`notes.noteId` is declared in ../shared/types.yaml, which other products may use",
  );
});
