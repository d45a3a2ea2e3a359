import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { config, type Editor, links, notes, openEditor, startEditor } from "./editor.ts";

const note = "contracts/notes.yaml";
const link = "contracts/links.yaml";
const isEmpty = (codes: readonly unknown[]): boolean => codes.length === 0;
const has =
  (code: string) =>
  (codes: readonly unknown[]): boolean =>
    codes.includes(code);

/** Waits until the findings of a file fulfil a condition. */
async function check(
  editor: Editor,
  path: string,
  until: (codes: readonly unknown[]) => boolean,
): Promise<void> {
  const found = await editor.findings(path, until);
  expect(found.map(({ code }) => code)).toSatisfy(until);
}

test("a mistake is shown while it is typed, and gone once it is corrected, without saving", async () => {
  const editor = await startEditor();
  await editor.open(note);
  expect(await editor.findings(note, isEmpty)).toEqual([]);
  await editor.type(note, "riskLevel: low", "riskLevel: lo");
  const [finding] = await editor.findings(note, has("decode/unknown-value"));
  expect(finding).toMatchObject({ severity: 1, source: "proviso" });
  expect(finding && editor.text(note) && (await editor.shown(note, finding.range))).toBe("lo");
  await editor.type(note, "riskLevel: lo\n", "riskLevel: low\n");
  expect(await editor.findings(note, isEmpty)).toEqual([]);
  expect(await readFile(`${editor.root}/${note}`, "utf8")).toBe(notes);
});

test("a finding links to the page of its code", async () => {
  const editor = await openEditor({ [note]: notes.replace("riskLevel: low", "riskLevel: lo") });
  await editor.open(link);
  const [finding] = await editor.findings(note, has("decode/unknown-value"));
  const page = await readFile(fileURLToPath(finding?.codeDescription?.href ?? ""), "utf8");
  expect(page).toMatch(/^# decode\/unknown-value\n/);
});

test("another contract is checked again when a type that it uses changes", async () => {
  const editor = await openEditor();
  await editor.open(note);
  await editor.type(note, "  noteId: { type: string", "  noteKey: { type: string");
  const findings = await editor.findings(link, has("type/unknown-type"));
  expect(findings.map(({ message }) => message).join()).toContain("notes.noteId");
  await editor.type(note, "  noteKey: { type: string", "  noteId: { type: string");
  await check(editor, link, isEmpty);
});

test("a document that is closed without saving counts as its file says", async () => {
  const editor = await openEditor();
  await editor.open(note);
  await editor.type(note, "domain: notes", "domain: Notes");
  await check(editor, note, has("decode/bad-text"));
  await editor.closeDocument(note);
  await check(editor, note, isEmpty);
});

test("a contract that is not saved yet counts", async () => {
  const editor = await openEditor({ [link]: "" });
  await editor.open("contracts/new.yaml", links.replace("notes.noteId }", "notes.noteIdd }"));
  await check(editor, "contracts/new.yaml", has("type/unknown-type"));
});

test("files that change, come and go outside the editor count", async () => {
  const editor = await startEditor();
  await editor.open(link);
  await check(editor, link, isEmpty);
  await editor.write(note, notes.replace("  note_missing: {", "  note_gone: {"));
  await check(editor, link, has("resolve/unknown-failure-mode"));
  await editor.write(note, undefined);
  await check(editor, link, has("type/unknown-type"));
  await editor.write(note, notes);
  await check(editor, link, isEmpty);
  await editor.write("contracts/again.yaml", notes);
  await check(editor, note, has("resolve/duplicate-name"));
});

test("an edit of proviso.yaml counts, and mistakes in it are shown", async () => {
  const editor = await openEditor();
  await editor.open("proviso.yaml");
  await editor.open(link);
  await check(editor, link, isEmpty);
  await editor.type("proviso.yaml", "contracts/*.yaml", "contracts/l*.yaml");
  await check(editor, link, has("type/unknown-type"));
  await editor.type("proviso.yaml", "product: acme", "produkt: acme");
  await check(editor, "proviso.yaml", has("config/unknown-key"));
});

test("two projects in one folder are apart", async () => {
  const editor = await openEditor({
    "inner/proviso.yaml": config,
    "inner/contracts/notes.yaml": notes.replace("riskLevel: low", "riskLevel: lo"),
  });
  await editor.open(note);
  await editor.open(`inner/${note}`);
  expect(await editor.findings(note, isEmpty)).toEqual([]);
  await check(editor, `inner/${note}`, has("decode/unknown-value"));
  await editor.write("inner/proviso.yaml", undefined);
  await check(editor, `inner/${note}`, isEmpty);
  expect(await editor.findings(note, isEmpty)).toEqual([]);
});

test("positions are counted in UTF-16, whatever the line ends and characters before", async () => {
  const editor = await openEditor();
  const text = notes
    .replace("Notes that people keep.", "Notes \u{1f5d2}\u{1f5d2} that\tpeople keep.")
    .replace(
      "inputSchema: { noteId: noteId }\n    outputSchema: { text: string }",
      'inputSchema: { "\u{1f600}\u{10000}": noteIdd }\n    outputSchema: { text: string }',
    )
    .replaceAll("\n", "\r\n");
  await editor.open(note, text);
  const [finding] = await editor.findings(note, has("type/unknown-type"));
  expect(finding && (await editor.shown(note, finding.range))).toBe("noteIdd");
  expect(finding?.range.start.character).toBe('    inputSchema: { "\u{1f600}\u{10000}": '.length);
  expect(editor.offered.capabilities.positionEncoding).toBe("utf-16");
});

test("a document outside any project, or that is no contract, has no findings and harms nothing", async () => {
  const editor = await openEditor({ "other.yaml": "a: [\n" });
  await editor.open("other.yaml");
  expect(await editor.ask("formatting", "other.yaml", { options: {} })).toBeNull();
  await editor.open(note);
  await check(editor, note, isEmpty);
  expect(editor.published.map(({ uri }) => uri)).toEqual([editor.uri(note)]);
});

test("the server ends with the editor", async () => {
  const { server } = await startEditor();
  server.stdin?.end();
  const [code, signal] = await once(server, "exit");
  expect({ code, signal }).toMatchObject({ signal: null });
});

test("a signal to `proviso lsp` ends the language server that it started", async () => {
  const { server } = await startEditor();
  // It closes when no process has its output open any more.
  const closed = once(server, "close");
  server.kill("SIGTERM");
  await closed;
  expect(server.exitCode ?? server.signalCode).not.toBeNull();
});

test("an editor that cannot report changes of files is not asked to", async () => {
  const editor = await openEditor({}, {});
  await editor.open(note, notes.replace("riskLevel: low", "riskLevel: lo"));
  await check(editor, note, has("decode/unknown-value"));
  await expect(editor.write(link, links)).rejects.toThrow("no files are watched");
});
