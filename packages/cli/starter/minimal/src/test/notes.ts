import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryState, type CallError, type Principal } from "@proviso/server";
import { createApp } from "../app.ts";
import { openNotes } from "../ports.ts";

const reader: Principal = { id: "rita", kind: "agent", permissions: ["notes:read"] };
const writer: Principal = { id: "walter", kind: "agent", permissions: ["notes:read", "notes:write"] };

test("a note that was created is listed", async () => {
  const app = createApp(memoryState(), openNotes(":memory:"));
  const { noteId } = await app.as(writer).notes.create({ text: "Water the plants." });
  const { notes } = await app.as(reader).notes.list({});
  assert.deepEqual(
    notes.map((note) => [note.noteId, note.text]),
    [[noteId, "Water the plants."]],
  );
});

test("nobody writes without the permission", async () => {
  const app = createApp(memoryState(), openNotes(":memory:"));
  await assert.rejects(
    app.as(reader).notes.create({ text: "Mine." }),
    ({ code }: CallError) => code === "permission_denied",
  );
});

test("a note is removed only if a person says so", async () => {
  const app = createApp(memoryState(), openNotes(":memory:"));
  const { noteId } = await app.as(writer).notes.create({ text: "Keep me." });
  await assert.rejects(
    app.as(writer).notes.remove({ noteId }),
    // With an inbox, the call waits there.
    ({ code }: CallError) => code === "confirmation_required" || code === "approval_pending",
  );
  assert.equal((await app.as(writer).notes.list({})).notes.length, 1);
});
