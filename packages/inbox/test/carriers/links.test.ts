// A link to the page of an approval: what the client is sent, and what it is told afterwards.
import { expect, onTestFinished, test, vi } from "vitest";
import { annaHerself, inboxFixture, input, url } from "../approvals/people.ts";
import { wordOf } from "../../../server/test/attacks/surfaces.ts";
import { anna, ben, criticalRisk, tool } from "../sample.ts";
import { connect1, connect2For2025, connect2For2026, type Elicited } from "./sdk-clients.ts";

const name = "notes.create";
const both = { form: {}, url: {} };
const of2025 = [
  ["SDK 1.x", connect1],
  ["SDK 2.x", connect2For2025],
] as const;
const all = [...of2025, ["SDK 2.x for 2026", connect2For2026]] as const;

const serverFor = (options: object = {}) => inboxFixture({ tools: [tool(criticalRisk)], ...options });

test.each(all)(
  "%s: the call that asks offers the link once, with words that promise nothing",
  async (_, connect) => {
    const server = serverFor();
    const asked: Elicited[] = [];
    const answer = (each: Elicited): object => {
      asked.push(each);
      return { action: "accept" };
    };
    const client = await connect(server.server, { elicitation: both, answer });
    for (let call = 0; call < 3; call++) {
      const { _meta, content } = await client.call(name, input);
      expect(wordOf(_meta)).toBe("approval_pending");
      expect(JSON.stringify(content)).toContain(`${url}/`);
    }
    await client.close();
    const [{ id } = { id: "" }] = await server.desk.list(annaHerself);
    expect(asked).toEqual([
      expect.objectContaining({
        mode: "url",
        url: `${url}/${id}`,
        message: expect.stringMatching(
          /^A person has to approve "Create a note".*opening it approves nothing\.$/,
        ),
      }),
    ]);
  },
);

test.each([
  ["shows forms alone", { form: {} }, {}],
  ["declares nothing", undefined, {}],
  ["opens links, at a server that has no page", both, { approvals: {} }],
])("a client that %s gets no link", async (_, elicitation, options) => {
  for (const [, connect] of all) {
    const server = serverFor(options);
    const answer = (): never => {
      throw new Error("asked");
    };
    const client = await connect(server.server, elicitation ? { elicitation, answer } : {});
    expect(wordOf((await client.call(name, input))["_meta"])).toBe("approval_pending");
    await client.close();
  }
});

test.each(all)(
  "%s: a client that shows forms and opens links is asked by form where that counts",
  async (_, connect) => {
    const server = inboxFixture();
    const modes: string[] = [];
    const answer = ({ mode }: Elicited): object => {
      modes.push(mode);
      return { action: "accept", content: { confirm: true } };
    };
    const client = await connect(server.server, { elicitation: both, answer });
    expect(wordOf((await client.call(name, input))["_meta"])).toBe("completed");
    expect(modes).toEqual(["form"]);
    await client.close();
  },
);

test.each(of2025)(
  "%s: a client that waits is told when a person has decided, and repeats the call",
  async (_, connect) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = serverFor();
    const ids: (string | undefined)[] = [];
    const answer = ({ elicitationId }: Elicited): object => {
      ids.push(elicitationId);
      return { action: "accept" };
    };
    const client = await connect(server.server, { elicitation: both, answer });
    expect(wordOf((await client.call(name, input))["_meta"])).toBe("approval_pending");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.completed).toEqual([]);
    const [{ id } = { id: "" }] = await server.desk.list(annaHerself);
    await server.desk.approve(id, annaHerself);
    await vi.advanceTimersByTimeAsync(2000);
    expect([client.completed, ids]).toEqual([[id], [id]]);
    expect(wordOf((await client.call(name, input))["_meta"])).toBe("completed");
    expect(server.ran).toEqual([input]);
    await client.close();
  },
);

test("nobody else learns what has become of an approval", async () => {
  const server = serverFor();
  await server.call(name, input);
  const [{ id } = { id: "" }] = await server.desk.list(annaHerself);
  const { waiting } = server.server;
  expect(await waiting.stateOf(id, anna)).toBe("pending");
  for (const other of [ben, { ...anna, tenant: "other" }, { ...anna, kind: "user" as const }, undefined])
    expect(await waiting.stateOf(id, other)).toBeUndefined();
  expect(await waiting.stateOf(`0000000000000000${id.slice(16)}`, anna)).toBeUndefined();
});
