// That a call through `call_tool` is the inner call, in every way: `../ways/through-call-tool.test.ts`.
import { describe, expect, test } from "vitest";
import { openDiscovery } from "../../src/discovery/open-discovery.ts";
import { fixture, highRisk, preview, sends, tool } from "../sample.ts";
import { adapters } from "../ways/in-memory.ts";

const send = { name: "emails.send", domain: "emails", title: "Send an email", sideEffects: [sends] } as const;
const tools = [
  tool(),
  tool({ name: "notes.find", title: "Find notes", sideEffects: [] }),
  tool({ ...highRisk, name: "notes.delete", title: "Delete a note", dryRun: { mode: "supported", preview } }),
  tool({ ...send, riskLevel: "medium" }),
  tool({ name: "emails.block", domain: "emails", title: "Block a sender", riskLevel: "forbidden" }),
];
const own = ["search_tools", "describe_tool", "call_tool"];
type Listed = readonly { readonly name: string }[];

describe.each(adapters)("$name", ({ connect }) => {
  async function opened(first = "") {
    const { server, audit } = fixture({ tools });
    const client = await connect(server, { discovered: ({ name }) => name === first });
    const list = async (params = {}) => (await client.request("tools/list", params)) as { tools: Listed };
    const ask = (name: string, input: object) => client.call({ name, arguments: input });
    const found = async (asked: object): Promise<readonly string[]> => {
      const { structuredContent } = await ask("search_tools", asked);
      return (structuredContent as { tools: Listed }).tools.map(({ name }) => name);
    };
    return { audit, list, ask, found };
  }

  test("the list has the host's tools as ever, and three; a host that goes by annotations asks before the last", async () => {
    const { list } = await opened("notes.delete");
    const { tools: listed } = await list();
    expect(listed.map(({ name }) => name)).toEqual(["notes.delete", "notes.delete_plan", ...own]);
    const whole = await (await connect(fixture({ tools }).server)).request("tools/list");
    expect(whole["tools"]).toEqual(expect.arrayContaining(listed.slice(0, 2)));
    const strictest = {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    };
    expect(listed.at(-1)).toMatchObject({ annotations: strictest });
    await expect(list({ cursor: "x" })).rejects.toThrow("Invalid cursor");
  });

  test("a search goes by words, effect, risk and domain, and says what is wrong with it", async () => {
    const { ask, found } = await opened();
    expect((await found({ words: "remove a note" }))[0]).toBe("notes.delete");
    expect(await found({ words: "zzzzzz" })).toEqual([]);
    expect(await found({ effect: "none" })).toEqual(["notes.find"]);
    expect(await found({ effect: "sends" })).toEqual(["emails.send"]);
    expect(await found({ risk: "low", limit: 1 })).toEqual(["notes.create"]);
    expect(await found({ domain: "emails", risk: "high" })).toEqual(["emails.send"]);
    const { structuredContent } = await ask("search_tools", {});
    expect(structuredContent).toEqual({ found: 4, domains: { emails: 1, notes: 3 } });
    for (const [asked, text] of [
      [{ words: "x".repeat(201) }, "/words must NOT have more than 200 characters"],
      [{ limit: 21 }, "/limit must be <= 20"],
      [{ risk: "forbidden" }, '/risk must be one of "low", "medium", "high", "critical"'],
      [{ word: "x" }, ' must not have the property "word"'],
    ] as const)
      expect(await ask("search_tools", asked)).toMatchObject({ isError: true, content: [{ text }] });
  });

  test("a description is the definition of the list, its plan's, and the contract in its long form", async () => {
    const { ask } = await opened();
    const whole = await (await connect(fixture({ tools }).server)).request("tools/list");
    const [, , definition, plan] = [...(whole["tools"] as Listed)].toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    const contract = { riskLevel: "high", dryRun: "supported", permissions: ["notes:write"] };
    for (const name of ["notes.delete", "notes_delete", "notes.delete_plan"])
      expect(await ask("describe_tool", { name })).toMatchObject({
        structuredContent: { tool: definition, plan, contract },
      });
  });

  test("a call that names no tool calls nothing, and none leads to the three themselves", async () => {
    const { ask, audit } = await opened();
    const find = { name: "notes.find" };
    for (const asked of [{}, { name: 7 }, { ...find, arguments: [] }, { ...find, confirm: true }])
      expect(await ask("call_tool", asked)).toMatchObject({ isError: true });
    expect(audit.records).toEqual([]);
    for (const name of own)
      await expect(ask("call_tool", { name, arguments: find })).rejects.toThrow(`Unknown tool: ${name}`);
  });
});

test("a contract that has a name of the three is refused at the start", () => {
  expect(() => openDiscovery(undefined, [tool({ wireName: "search_tools" })])).toThrow(
    "`discovery` needs the name search_tools: give its tool another `wireName`",
  );
});
