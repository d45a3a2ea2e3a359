// That a call through `call_tool` is the inner call, in every way: `../ways/through-call-tool.test.ts`.
import { describe, expect, test } from "vitest";
import { openDiscovery } from "../../src/discovery/open-discovery.ts";
import { anna, fixture, highRisk, manifest, preview, sends, tool } from "../sample.ts";
import { adapters, type Connection } from "../ways/in-memory.ts";
import type { TestClient } from "../ways/clients.ts";

const tools = [
  tool(),
  tool({ name: "notes.find", title: "Find notes", riskLevel: "low", sideEffects: [] }),
  tool({ ...highRisk, name: "notes.delete", title: "Delete a note", dryRun: { mode: "supported", preview } }),
  tool({
    name: "emails.send",
    domain: "emails",
    title: "Send an email",
    riskLevel: "medium",
    sideEffects: [sends],
  }),
  tool({ name: "emails.block", domain: "emails", title: "Block a sender", riskLevel: "forbidden" }),
];

type Row = { readonly name: string };
async function search(client: TestClient, asked: object): Promise<readonly string[]> {
  const { structuredContent } = await client.call({ name: "search_tools", arguments: asked });
  return (structuredContent as { readonly tools: readonly Row[] }).tools.map(({ name }) => name);
}

describe.each(adapters)("$name", ({ connect }) => {
  const opened = (connection: Connection = {}) =>
    connect(fixture({ tools }).server, { discovered: () => false, ...connection });

  test("the list has the host's tools, and three that lead to all others", async () => {
    const client = await opened({ discovered: ({ name }) => name === "notes.delete" });
    const { tools: listed, _meta } = await client.request("tools/list");
    const names = (listed as readonly Row[]).map(({ name }) => name);
    expect(names).toEqual([
      "notes.delete",
      "notes.delete_plan",
      "search_tools",
      "describe_tool",
      "call_tool",
    ]);
    const whole = await (await connect(fixture({ tools }).server)).request("tools/list");
    expect(listed).toEqual(expect.arrayContaining((whole["tools"] as readonly Row[]).slice(2, 4)));
    expect(_meta).toMatchObject({ "dev.proviso/list": { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    await expect(client.request("tools/list", { cursor: "x" })).rejects.toThrow("Invalid cursor");
  });

  test("a host that goes by annotations asks before `call_tool`", async () => {
    const { tools: listed } = await (await opened()).request("tools/list");
    expect((listed as readonly object[]).at(-1)).toMatchObject({
      name: "call_tool",
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    });
  });

  test("a search goes by words, effect, risk and domain, and tells how many there are", async () => {
    const client = await opened();
    expect(await search(client, { words: "deleting notes" })).toContain("notes.delete");
    expect((await search(client, { words: "remove a note" }))[0]).toBe("notes.delete");
    expect(await search(client, { effect: "none" })).toEqual(["notes.find"]);
    expect(await search(client, { effect: "sends" })).toEqual(["emails.send"]);
    expect(await search(client, { risk: "low" })).toEqual(["notes.create", "notes.find"]);
    expect(await search(client, { domain: "emails", risk: "high" })).toEqual(["emails.send"]);
    expect(await search(client, { words: "zzzzzz" })).toEqual([]);
    const { structuredContent } = await client.call({ name: "search_tools", arguments: {} });
    expect(structuredContent).toEqual({ found: 4, domains: { emails: 1, notes: 3 } });
  });

  test.each([
    [{ words: "x".repeat(201) }, "/words must NOT have more than 200 characters"],
    [{ limit: 21 }, "/limit must be <= 20"],
    [{ risk: "forbidden" }, "/risk must be equal to one of the allowed values"],
    [{ word: "x" }, 'must not have the property "word"'],
  ])("a search that cannot be read says why (%#)", async (asked, message) => {
    const answer = await (await opened()).call({ name: "search_tools", arguments: asked });
    expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(message) }] });
  });

  test("a description is the definition of the list, its plan's, and the contract in its long form", async () => {
    const client = await opened();
    const whole = await (await connect(fixture({ tools }).server)).request("tools/list");
    for (const name of ["notes.delete", "notes_delete", "notes.delete_plan"]) {
      const { structuredContent } = await client.call({ name: "describe_tool", arguments: { name } });
      const [definition, plan] = (whole["tools"] as readonly Row[]).filter((each) =>
        /delete/.test(each.name),
      );
      expect(structuredContent).toMatchObject({
        tool: definition,
        plan,
        contract: { riskLevel: "high", dryRun: "supported", permissions: ["notes:write"] },
      });
    }
  });

  test("a call that names no tool calls nothing", async () => {
    const { server, audit } = fixture({ tools });
    const client = await connect(server, { discovered: () => false });
    for (const asked of [
      {},
      { name: 7 },
      { name: "notes.find", arguments: [] },
      { name: "notes.find", confirm: true },
    ])
      expect(await client.call({ name: "call_tool", arguments: asked })).toMatchObject({ isError: true });
    expect(audit.records).toEqual([]);
  });

  test("`call_tool` does not lead to the three themselves", async () => {
    const client = await opened();
    for (const name of ["call_tool", "search_tools", "describe_tool"])
      await expect(
        client.call({ name: "call_tool", arguments: { name, arguments: { name: "notes.find" } } }),
      ).rejects.toThrow(`Unknown tool: ${name}`);
  });

  test("without the option, the three are unknown", async () => {
    const client = await connect(fixture({ tools }).server);
    for (const name of ["call_tool", "search_tools", "describe_tool"])
      await expect(client.call({ name, arguments: { name: "notes.find" } })).rejects.toThrow("Unknown tool");
  });

  test("the hash of the list is that of all that the caller can find", async () => {
    const hashOf = async (some: typeof tools, principal = anna): Promise<unknown> => {
      const client = await connect(fixture({ tools: some }).server, { discovered: () => false, principal });
      return (await client.request("tools/list"))["_meta"];
    };
    const hash = await hashOf(tools);
    expect(await hashOf(tools.filter(({ riskLevel }) => riskLevel !== "forbidden"))).toEqual(hash);
    expect(await hashOf(tools.slice(1))).not.toEqual(hash);
    expect(await hashOf([tool({ title: "Other" }), ...tools.slice(1)])).not.toEqual(hash);
  });
});

test("a contract that has a name of the three is refused at the start", () => {
  const search = tool({ wireName: "search_tools" });
  expect(() => openDiscovery(undefined, [search])).toThrow(
    "`discovery` needs the name search_tools: give its tool another `wireName`",
  );
});
