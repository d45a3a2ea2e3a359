import { describe, expect, test } from "vitest";
import { fixture, highRisk, manifest, preview, tool } from "../sample.ts";
import { pairings } from "./harness.ts";

const plain = tool();
const launch = tool({ ...highRisk, name: "rockets.launch", requirements: ["env:production"] });
const bulk = tool({ name: "notes.import", dryRun: { mode: "supported", preview } });

describe.each(pairings)("$name", ({ connect, era, old }) => {
  async function check(options: Parameters<typeof fixture>[0], expected: unknown): Promise<void> {
    const { server } = fixture({ requirements: { "env:production": () => true }, ...options });
    const client = await connect(server);
    expect((await client.list())["tools"]).toEqual(expected);
    await client.close();
  }

  test("a definition carries the schemas, the hints and the whole contract", () =>
    check({ tools: [plain] }, [
      {
        name: "notes.create",
        title: "Create a note",
        description: "Keeps a text.",
        inputSchema: plain.inputSchema,
        outputSchema: plain.outputSchema,
        annotations: expect.objectContaining({
          title: "Create a note",
          readOnlyHint: false,
          destructiveHint: false,
          idempotentHint: false,
          openWorldHint: false,
        }),
        _meta: { "dev.proviso/contract": JSON.parse(JSON.stringify(plain)) },
      },
    ]));

  test("the need for a person is stated where it exists", () =>
    check({ tools: [launch] }, [
      expect.objectContaining({
        _meta: { "dev.proviso/contract": launch, "anthropic/requiresUserInteraction": true },
      }),
    ]));

  test("a tool with a dry run takes `dryRun` and returns an object: its output or a plan", () =>
    check({ tools: [bulk] }, [
      expect.objectContaining({
        inputSchema: expect.objectContaining({
          properties: { text: { type: "string" }, dryRun: expect.objectContaining({ type: "boolean" }) },
        }),
        outputSchema: expect.objectContaining({
          type: "object",
          anyOf: [expect.anything(), expect.anything()],
        }),
      }),
    ]));

  test("a forbidden tool and one that is hidden from the principal are not listed", () =>
    check(
      {
        tools: [plain, tool({ name: "secrets.read", riskLevel: "forbidden" }), launch],
        visible: (one) => one.name !== "rockets.launch",
      },
      [expect.objectContaining({ name: "notes.create" })],
    ));

  test("names go over the wire as the manifest says, and calls are accepted under both", async () => {
    const { server, ran } = fixture({ manifest: { ...manifest(plain), wireNames: "underscore" } });
    const client = await connect(server);
    expect((await client.list())["tools"]).toMatchObject([{ name: "notes_create" }]);
    await client.call({ name: "notes_create", arguments: { text: "a" } });
    await client.call({ name: "notes.create", arguments: { text: "b" } });
    expect(ran).toEqual([{ text: "a" }, { text: "b" }]);
  });

  test("the server announces the extension, and nothing but tools", async () => {
    const client = await connect(fixture().server);
    expect(client.capabilities()).toEqual({
      tools: {},
      extensions: { "dev.proviso/tool-contracts": { version: 1 } },
    });
    expect(client.version()).toEqual({ name: "sample", version: "1.2.3" });
  });

  test("a list may be kept for a while by its own client of 2026-07-28", async () => {
    const { ttlMs, cacheScope } = await (await connect(fixture().server)).list();
    const kept = { ttlMs: 60_000, cacheScope: "private" };
    expect({ ttlMs, cacheScope }).toEqual(era === "modern" && !old ? kept : {});
  });
});
