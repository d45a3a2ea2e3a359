import { expect, test } from "vitest";
import { manifest, fixture, highRisk, preview, tool } from "../sample.ts";
import { connectInMemory, raw } from "./harness.ts";

const plain = tool();
const launch = tool({ ...highRisk, name: "rockets.launch", requirements: ["env:production"] });
const bulk = tool({ name: "notes.import", dryRun: { mode: "supported", preview } });

async function check(options: Parameters<typeof fixture>[0], expected: unknown): Promise<void> {
  const { server } = fixture({ requirements: { "env:production": () => true }, ...options });
  const client = await connectInMemory(server);
  expect((await raw(client, "tools/list"))["tools"]).toEqual(expected);
  await client.close();
}

test("a definition carries the schemas, five explicit hints and the whole contract", () =>
  check({ tools: [plain] }, [
    {
      name: "notes.create",
      title: "Create a note",
      description: "Keeps a text.",
      inputSchema: plain.inputSchema,
      outputSchema: plain.outputSchema,
      annotations: {
        title: "Create a note",
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
        agencyHint: false,
      },
      _meta: { "dev.proviso/contract": JSON.parse(JSON.stringify(plain)) },
    },
  ]));

test("requirements and the need for a person are stated where they exist", () =>
  check({ tools: [launch] }, [
    expect.objectContaining({
      execution: { requirements: ["env:production"] },
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
  const { server, ran } = fixture({ manifest: { ...manifest(plain), wireNames: "underscore" } } as never);
  const client = await connectInMemory(server);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["notes_create"]);
  await client.callTool({ name: "notes_create", arguments: { text: "a" } });
  await client.callTool({ name: "notes.create", arguments: { text: "b" } });
  expect(ran).toEqual([{ text: "a" }, { text: "b" }]);
});

test("the server announces the extension, and nothing but tools", async () => {
  const client = await connectInMemory(fixture().server);
  expect(client.getServerCapabilities()).toEqual({
    tools: {},
    extensions: { "dev.proviso/tool-contracts": { version: 1 } },
  });
  expect(client.getServerVersion()).toEqual({ name: "sample", version: "1.2.3" });
});
