// What an adapter does with a call besides what `test/ways` holds over every way in.
import { describe, expect, test } from "vitest";
import { anna, ben, fixture, manifest, tool } from "../sample.ts";
import { adapter1, adapters } from "../ways/in-memory.ts";

const call = { name: "notes.create", arguments: { text: "hello" } };

describe.each(adapters)("$name", ({ connect }) => {
  test.each([7, "", "x".repeat(257), null])("%j is no idempotency key, and nothing runs", async (key) => {
    const { audit, server, ran } = fixture();
    const client = await connect(server);
    const { _meta } = await client.call({ ...call, _meta: { "dev.proviso/idempotencyKey": key } });
    expect(_meta).toMatchObject({ "dev.proviso/failure": { code: "invalid_input" } });
    expect(audit.records.at(-1)).toMatchObject({ kind: "outcome", failure: "invalid_input" });
    expect(ran).toEqual([]);
    await client.close();
  });

  test("the trace of the caller reaches the audit, and only if it is one", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { server, audit } = fixture();
    const client = await connect(server);
    for (const given of [traceparent, "evil\n"])
      await client.call({ ...call, _meta: { traceparent: given } });
    const intents = audit.records.filter(({ kind }) => kind === "intent");
    expect(intents.map((record) => record.traceparent)).toEqual([traceparent, undefined]);
    await client.close();
  });

  test("names go over the wire as the manifest says, and calls are accepted under both", async () => {
    const { server, ran } = fixture({ manifest: { ...manifest(tool()), wireNames: "underscore" } });
    const client = await connect(server);
    expect(await client.request("tools/list")).toMatchObject({ tools: [{ name: "notes_create" }] });
    for (const name of ["notes_create", "notes.create"]) await client.call({ ...call, name });
    expect(ran).toEqual([call.arguments, call.arguments]);
    await client.close();
  });

  test("title, icons and `_meta` are listed as the contract has them, and cannot replace what is derived", async () => {
    const meta = { "com.example/team": "notes", "dev.proviso/contract": "forged" };
    const icons = [{ src: "https://example.com/note.png", sizes: ["48x48"], theme: "light" }] as const;
    const { server } = fixture({ tools: [tool({ title: "New note", icons, meta })] });
    const client = await connect(server);
    expect(await client.request("tools/list")).toMatchObject({
      tools: [
        {
          title: "New note",
          icons,
          _meta: {
            "com.example/team": "notes",
            "dev.proviso/contract": { riskLevel: "low", rest: expect.any(String) },
          },
        },
      ],
    });
    await client.close();
  });

  test("a stated wire name is listed, whatever the manifest says of the others", async () => {
    const { server, ran } = fixture({ tools: [tool({ wireName: "create-Note" })] });
    const client = await connect(server);
    expect(await client.request("tools/list")).toMatchObject({ tools: [{ name: "create-Note" }] });
    for (const name of ["create-Note", "notes.create"]) await client.call({ ...call, name });
    expect(ran).toEqual([call.arguments, call.arguments]);
    await client.close();
  });

  test("the audit says on whose behalf", async () => {
    const { server, audit } = fixture();
    for (const principal of [anna, ben]) {
      const client = await connect(server, { principal });
      await client.call(call);
      await client.close();
    }
    expect(audit.records.map(({ principal }) => principal?.id)).toEqual(["anna", "anna", "ben", "ben"]);
  });
});

test("a call as a task, which only 2025 knows, is refused before anything runs", async () => {
  const { server, ran } = fixture();
  const client = await adapter1.connect(server);
  await expect(client.call({ ...call, task: { ttl: 1000 } })).rejects.toMatchObject({
    code: expect.any(Number),
  });
  expect(ran).toEqual([]);
  await client.close();
});
