import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ownFolder, reportOf, resultOf, serverCommand } from "./run-program.ts";

const notes = serverCommand("servers/notes.mjs");

test("every tool is called before any is called again", async () => {
  const calls = join(ownFolder(), "calls.txt");
  await reportOf(["--disposable", "--calls", "12", "--env", `CALLS=${calls}`, "--", ...notes]);
  expect(new Set(readFileSync(calls, "utf8").trim().split("\n"))).toEqual(
    new Set(["note_list", "note_create", "note_read", "note_delete", "note_purge"]),
  );
});

const contract = `proviso: 1
domain: note
description: Notes.
types:
  note: { id: string, text: string }
tools:
  create:
    wireName: note_create
    title: Create a note
    description: Creates a note.
    category: notes
    riskLevel: medium
    inputSchema: { text: { type: string, maxLength: 50 } }
    outputSchema: { note: note }
    permissions: []
    sideEffects: [{ creates: A note. }]
    auditEvent: note.created
    failureModes: []
    idempotency: { key: [text], ttl: 1h, onRepeat: Returns the first answer. }
  delete:
    wireName: note_delete
    title: Delete a note
    description: Deletes a note.
    category: notes
    riskLevel: high
    riskReason: A test deletes from memory.
    confirmation: always
    inputSchema: { noteId: { type: string, pattern: "^note_[0-9a-f-]{36}$" } }
    outputSchema: { done: boolean }
    permissions: []
    sideEffects: [{ deletes: A note. }]
    auditEvent: note.deleted
    failureModes: []
`;

test("a confirmation is tried before repetitions of calls, so that a short run tries it too", async () => {
  const contracts = join(ownFolder(), "c.yaml");
  writeFileSync(contracts, contract);
  const words = ["--disposable", "--calls", "14", "--contracts", contracts, "--", ...notes];
  const report = await reportOf(words);
  expect(report.ended).toBe("calls");
  expect(resultOf(report, "confirmation", "note_delete").verdict).toMatchObject({ kind: "survived" });
});

test("a folder that is made anew keeps its packages, which are not watched, and nothing else", async () => {
  const [from, starts] = [ownFolder(), join(ownFolder(), "starts.txt")];
  mkdirSync(join(from, "node_modules"));
  for (const path of ["data.txt", "node_modules/package.txt"]) writeFileSync(join(from, path), "new");
  const contracts = fileURLToPath(new URL("controls/bookings.yaml", import.meta.url));
  const words = ["--disposable", "--trials", "1", "--copy", from, "--env", `STARTS=${starts}`];
  await reportOf([...words, "--contracts", contracts, "--", ...serverCommand("servers/packaged.mjs")]);
  expect(readFileSync(starts, "utf8").split("\n")).toEqual(
    expect.arrayContaining(["new,new", "used,used", "new,used"]),
  );
});
