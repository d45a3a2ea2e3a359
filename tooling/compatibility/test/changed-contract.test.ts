// What a client meets that was generated before the server's contract changed.
import { createNotesClient } from "@before-first-release/client";
import { expect, onTestFinished, test } from "vitest";
import { connectTo } from "./connect.ts";
import { options } from "./states.ts";
import { generateToday } from "./today.ts";

interface Edit {
  readonly before: string;
  readonly after: string;
}

/** The failure of a client of the contract as it was, at a server of the contract after an edit. Nobody can be asked. */
async function check(
  { before, after }: Edit,
  failure: readonly [code: string, message: string],
): Promise<void> {
  const today = await generateToday((contract) => {
    expect(contract).toContain(before);
    return contract.replace(before, after);
  });
  onTestFinished(() => today.remove());
  const { handlers, ...others } = options();
  const { print } = handlers.notes;
  const all = { ...others, handlers: { notes: { ...handlers.notes, show: print } } };
  const server = today.createNotesServer(all);
  const { notes } = createNotesClient(await connectTo(server));
  const result = await notes.print({ noteId: "note_1" });
  expect(result.ok ? result : [result.failure.code, result.failure.message]).toEqual(failure);
}

test("a tool that became less strict is refused until somebody acknowledges it", () =>
  check({ before: "permissions: [notes:read]", after: "permissions: []" }, [
    "refused_by_guard",
    "The tool became less strict, and nobody has acknowledged that yet.",
  ]));

test("a tool that changed otherwise needs a person's approval", () =>
  check({ before: "Returns a note as text.", after: "Returns a note as plain text." }, [
    "refused_by_guard",
    "The server's definition of this tool differs from the one that this client knows. A person must approve it, and nobody can be asked here.",
  ]));

test("a tool that was removed is unknown", () =>
  check({ before: "  print:\n", after: "  show:\n" }, ["unknown_tool", "There is no tool `notes.print`."]));
