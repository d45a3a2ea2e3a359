import { expect, test } from "vitest";
import { findNames } from "../src/editor.ts";

const notes = `proviso: 1
domain: notes
description: Notes.
types:
  noteId: { type: string, description: Identifies a note. }
  "list": { items: noteId, type: array }
permissions: { notes:read: Read notes. }
failureModes:
  gone: { description: It is gone. }
tools:
  get:
    inputSchema: { id: noteId, other?: "string | noteId[]", kind: noteId2 | other }
    outputSchema: { type: object, properties: { a: { $ref: "#/types/list" }, b: { type: notes.noteId } } }
    permissions: ["notes:read", tags:read]
    failureModes: [gone, notes.gone, timeout]
    confirmation:
      when: >-
        'notes:read'
        in principal.permissions
    execution: { requirements: [env:live] }
    deprecated: { reason: Old., successor: tags.get }
`;

/** `line:column name`, with `!` where it is declared, and the text that a rename replaces. */
function shown(text: string): readonly string[] {
  return findNames([{ path: "a.yaml", text }]).names.map(({ kind, name, span, declares, renamed }) => {
    const part = renamed ? text.slice(renamed.start, renamed.end) : "nothing";
    return `${span.line}:${span.column} ${kind} ${name}${declares ? "!" : ""} ${part}`;
  });
}

test("names are found where they are declared and used, each with the part that a rename replaces", () => {
  expect(shown(notes)).toEqual([
    "5:3 type notes.noteId! noteId",
    "6:3 type notes.list! list",
    "6:20 type notes.noteId noteId",
    "7:16 permission notes:read! notes:read",
    "9:3 failure notes.gone! gone",
    "11:3 tool notes.get! get",
    "12:24 type notes.noteId noteId",
    "12:50 type notes.noteId noteId",
    "13:61 type notes.list list",
    "13:89 type notes.noteId noteId",
    "14:20 permission notes:read notes:read",
    "14:33 permission tags:read tags:read",
    "15:20 failure notes.gone gone",
    "15:26 failure notes.gone gone",
    "18:10 permission notes:read notes:read",
    "20:33 requirement env:live env:live",
    "21:44 tool tags.get get",
  ]);
});

test("a name that is not written letter for letter has no part to replace", () => {
  const escaped = notes.replace('"notes:read", tags', '"notes\\x3aread", tags');
  expect(shown(escaped)).toContain("14:19 permission notes:read nothing");
});

test("a contract that cannot be read is named", () => {
  const other = { path: "b.yaml", text: "proviso: [\n" };
  expect(findNames([{ path: "a.yaml", text: notes }, other]).unread).toEqual(["b.yaml"]);
});

test("declarations have their description and their extent", () => {
  const { names } = findNames([{ path: "a.yaml", text: notes }]);
  const [noteId] = names;
  expect(noteId?.declares).toEqual({
    description: "Identifies a note.",
    extent: { start: notes.indexOf("noteId:"), end: notes.indexOf('\n  "list"') },
  });
});
