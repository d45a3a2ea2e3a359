// What older states of this repository generated and sent, against what it generates and runs now.
import { answeredByPerson, type Confirm, type ConfirmRequest, type McpConnection } from "@proviso/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handlers } from "../fixtures/handlers.ts";
import { connectTo, connectToRecorded } from "./connect.ts";
import { type State, states } from "./states.ts";
import { generateToday, type Today } from "./today.ts";

let today: Today;
beforeAll(async () => {
  today = await generateToday();
});
afterAll(() => today.remove());

interface Expected {
  /** How the tools that are listed differ from what the client knows. */
  readonly drift: readonly string[];
  /** What the person is asked, and about which tool. */
  readonly asked: readonly string[];
}

/** Makes every call by which one of the changes could be noticed. */
async function check(make: State["client"], connection: McpConnection, expected: Expected): Promise<void> {
  const asked: ConfirmRequest[] = [];
  const confirm: Confirm = async (request) => {
    asked.push(request);
    return answeredByPerson(request, { yes: true, content: { confirm: true } });
  };
  const { notes, guard } = make(connection, { confirm, env: "live" });
  const { drift } = await guard.inspect();
  expect(drift.map(({ tool, verdict }) => `${tool} ${verdict}`)).toEqual(expected.drift);

  expect(await notes.print({ noteId: "note_1" })).toMatchObject({
    ok: true,
    value: { content: [{ type: "text", text: "This is note_1." }] },
  });
  expect(await notes.print({ noteId: "note_9" })).toMatchObject({
    ok: false,
    failure: { code: "note_not_found", message: "There is no such note." },
  });
  if (drift.length === 0)
    expect(await notes.planRemove({ noteIds: ["note_1"] })).toMatchObject({
      ok: true,
      value: { found: ["note_1"] },
    });
  expect(await notes.remove({ noteIds: ["note_1"] })).toMatchObject({
    ok: true,
    value: { removed: ["note_1"] },
  });
  expect(asked.map((each) => (each.kind === "call" ? each.tool : each.kind))).toEqual(expected.asked);
}

const asForToday: Expected = { drift: [], asked: ["notes.remove"] };

describe.each(states)("$name", ({ client, server, wire }) => {
  test("its generated client calls today's server", async () => {
    await check(client, await connectTo(today.createNotesServer({ handlers, ports: () => ({}) })), asForToday);
  });

  test("today's generated client calls its generated server", async () => {
    await check(today.createNotesClient, await connectTo(server()), asForToday);
  });

  test("today's generated client understands what its runtime sent", async () => {
    await check(today.createNotesClient, await connectToRecorded(wire), asForToday);
  });
});
