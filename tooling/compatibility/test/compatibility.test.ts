// What older states of this repository generated and sent, against what it generates and runs now.
import { answeredByPerson, type Confirm, type ConfirmRequest, type McpConnection } from "@proviso/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectTo, connectToRecorded } from "./connect.ts";
import { options, type State, states } from "./states.ts";
import { generateToday, type Today } from "./today.ts";

let today: Today;
beforeAll(async () => {
  today = await generateToday();
});
afterAll(() => today.remove());

/** Makes every call by which a change could be noticed. */
async function check(make: State["client"], connection: McpConnection): Promise<void> {
  const asked: ConfirmRequest[] = [];
  const confirm: Confirm = async (request) => {
    asked.push(request);
    return answeredByPerson(request, { yes: true, content: { confirm: true } });
  };
  const { notes, guard } = make(connection, { confirm, env: "live" });
  expect((await guard.inspect()).drift).toEqual([]);

  expect(await notes.print({ noteId: "note_1" })).toMatchObject({
    ok: true,
    value: { content: [{ type: "text", text: "This is note_1." }] },
  });
  expect(await notes.print({ noteId: "note_9" })).toMatchObject({
    ok: false,
    failure: { code: "note_not_found", message: "There is no such note." },
  });
  expect(await notes.planRemove({ noteIds: ["note_1"] })).toMatchObject({
    ok: true,
    value: { found: ["note_1"] },
  });
  expect(await notes.remove({ noteIds: ["note_1"] })).toMatchObject({
    ok: true,
    value: { removed: ["note_1"] },
  });
  expect(asked.map((each) => (each.kind === "call" ? each.tool : each.kind))).toEqual(["notes.remove"]);
}

describe.each(states)("$name", ({ client, server, wire }) => {
  test("its generated client calls today's server", async () => {
    await check(client, await connectTo(today.createNotesServer(options())));
  });

  test("today's generated client calls its generated server", async () => {
    await check(today.createNotesClient, await connectTo(server()));
  });

  test("today's generated client understands what its runtime sent", async () => {
    await check(today.createNotesClient, await connectToRecorded(wire));
  });
});
