// Notes in memory, by ids that are new each time. `calls.txt` in its folder keeps the name of each tool that was called.
import { appendFileSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { failed, serve, structured, tool } from "../controls/serve.mjs";

const log = process.env["CALLS"];
const notes = new Map();
const id = { type: "string", pattern: "^note_[0-9a-f-]{36}$" };
const ofNote = (name, readOnlyHint) =>
  tool(name, { noteId: id }, { readOnlyHint, destructiveHint: !readOnlyHint });

const tools = [
  tool("note_list", {}, { readOnlyHint: true }),
  tool(
    "note_create",
    { text: { type: "string", maxLength: 50 } },
    { readOnlyHint: false, destructiveHint: false },
  ),
  // Says that it only reads, and counts the readings in a file.
  ofNote("note_read", true),
  ofNote("note_delete", false),
  // Says nothing of itself, so that the worst has to be taken for true.
  tool("note_purge", {}),
];

function call(name, { noteId, text }) {
  if (name === "note_list")
    return structured({ notes: [...notes].map(([key, value]) => ({ id: key, text: value })) });
  if (name === "note_create") {
    const made = `note_${randomUUID()}`;
    notes.set(made, text);
    return structured({ note: { id: made, text } });
  }
  if (name === "note_purge") notes.clear();
  else if (!notes.has(noteId)) return failed("there is no such note");
  if (name === "note_read") writeFileSync("readings.txt", `${Math.random()}`);
  if (name === "note_delete") notes.delete(noteId);
  return structured({ done: true });
}

serve(tools, (args, { name }) => {
  if (log !== undefined) appendFileSync(log, `${name}\n`);
  return call(name, args);
});
