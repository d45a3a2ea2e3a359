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

interface Expected {
  /** How a tool that is listed differs from what the client knows. */
  readonly drift?: "changed";
  /** What the person is asked: about a call of a tool, or a question of the server that the guard cannot connect with one. */
  readonly asked: readonly ("notes.print" | "notes.remove" | "question")[];
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
  const { drift: verdict } = expected;
  expect(drift.map(({ tool, verdict: found }) => [tool, found])).toEqual(
    verdict ? ["notes.print", "notes.remove"].map((tool) => [tool, verdict]) : [],
  );

  expect(await notes.print({ noteId: "note_1" })).toMatchObject({
    ok: true,
    value: { content: [{ type: "text", text: "This is note_1." }] },
  });
  expect(await notes.print({ noteId: "note_9" })).toMatchObject({
    ok: false,
    failure: { code: "note_not_found", message: "There is no such note." },
  });
  expect(await notes.planRemove({ noteIds: ["note_1"] })).toMatchObject(
    verdict
      ? {
          ok: false,
          failure: {
            code: "refused_by_guard",
            message: "`notes.remove` is not as its contract says: its dry run is not relied on.",
          },
        }
      : { ok: true, value: { found: ["note_1"] } },
  );
  expect(await notes.remove({ noteIds: ["note_1"] })).toMatchObject({
    ok: true,
    value: { removed: ["note_1"] },
  });
  expect(asked.map((each) => (each.kind === "call" ? each.tool : each.kind))).toEqual(expected.asked);
  const questions = asked.flatMap((each) => (each.kind === "question" ? [each.warning] : []));
  expect(questions.every((warning) => warning === "No such call is under way.")).toBe(true);
}

const asToday: Expected = { asked: ["notes.remove"] };
/** The hash of a contract covered what the runtime adds to it. So the person answers the server's question as well. */
const otherHash: Expected = { asked: ["notes.remove", "question"] };
/** The list said everything twice, in other forms. So the person is asked about every call. */
const otherList: Expected = {
  drift: "changed",
  asked: ["notes.print", "notes.print", "notes.remove", "question"],
};

interface Expectations {
  /** Of today's client at the server that was generated then, on today's runtime. */
  readonly server: Expected;
  /** Of today's client at the server that ran then. */
  readonly wire: Expected;
}

const expectations: Readonly<Record<string, Expectations>> = {
  "before-plan-tools": { server: otherHash, wire: otherList },
  "before-content-words": { server: otherHash, wire: otherHash },
  "before-product-server": { server: otherHash, wire: otherHash },
  "before-approvals": { server: otherHash, wire: otherHash },
  "before-first-release": { server: asToday, wire: asToday },
};

describe.each(states)("$name", ({ name, client, server, wire }) => {
  const expected = expectations[name] ?? { server: asToday, wire: asToday };

  test("its generated client calls today's server", async () => {
    await check(client, await connectTo(today.createNotesServer(options())), asToday);
  });

  test("today's generated client calls its generated server", async () => {
    await check(today.createNotesClient, await connectTo(server()), expected.server);
  });

  test("today's generated client understands what its runtime sent", async () => {
    await check(today.createNotesClient, await connectToRecorded(wire), expected.wire);
  });
});
