// What a server with an inbox does in its other stages, and over HTTP.
import { expect, test } from "vitest";
import { createProductServer, memoryState } from "../../../server/src/index.ts";
import { callRequest, envelope, http2, listen, send } from "../../../server/test/wire/http-bench.ts";
import { inbox } from "../../src/inbox/inbox.ts";
import { anna, fixture, highRisk, manifest, summary, tool } from "../sample.ts";
import { input, url } from "./people.ts";

const personOnly = tool({
  ...highRisk,
  name: "secrets.rotate",
  domain: "secrets",
  riskLevel: "forbidden",
  people: "allowed",
  permissions: ["secrets:read"],
  confirmation: { kind: "always", by: "here" },
  stepUpAuth: { kind: "always", maxAgeMs: 60_000 },
});

test("no approval for a tool of people ever waits, also where every other call is approved in the inbox", async () => {
  const { server, clock } = fixture({ tools: [personOnly], approvals: {} });
  const authTime = clock.now().getTime() / 1000;
  const principal = { id: "anna", kind: "user", permissions: ["secrets:read"], authTime } as const;
  const call = async (as: object): Promise<string> => {
    const caller = { ...principal, ...as };
    return summary(await server.people.invoke(personOnly.name, { text: "x" }, { principal: caller }));
  };
  expect(await call({})).toBe("refused confirmation_required");
  expect(await call({ authTime: 1 })).toBe("refused step_up_required");
});

test("the result for a client that cannot ask says where the call waits", async () => {
  const { url: address, ran } = await listen(http2, { tools: [tool(highRisk)], approvals: inbox({ url }) });
  const unable = { ...envelope, "io.modelcontextprotocol/clientCapabilities": {} };
  const asked = callRequest({ name: "notes.create", arguments: input, _meta: unable });
  const headers = { authorization: "Bearer anna", "mcp-name": "notes.create" };
  const { status, body } = await send(address, headers, asked);
  expect([status, ran]).toEqual([200, []]);
  expect(JSON.parse(body).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining(url) }],
    _meta: {
      "dev.proviso/failure": { code: "approval_pending", details: { url: expect.stringContaining(url) } },
    },
  });
});

test("a tool that is approved in the inbox can be tried in memory", async () => {
  const toolNames = { notes: { create: "notes.create" } };
  const inboxOnly = tool({ confirmation: { kind: "always", by: "inbox" }, autonomousExecution: false });
  const handlers = { notes: { create: () => ({ id: "n" }) } };
  const options = { handlers, approvals: inbox(), ...memoryState() };
  const app = createProductServer<never, object>(
    { manifest: manifest(inboxOnly), toolNames },
    options as never,
  );
  expect(await app.invoke("notes.create", { text: "a" }, { principal: anna })).toMatchObject({
    failure: { code: "approval_pending" },
  });
});

test("an answer for a call that is not approved here says so", async () => {
  const { call } = fixture({
    tools: [tool({ ...highRisk, confirmation: { kind: "always", by: "inbox" } })],
    approvals: { url },
  });
  const answer = { action: "accept", content: { confirm: true }, state: "x" } as const;
  expect(await call("notes.create", input, { answer })).toMatchObject({
    failure: { details: { answer: "not_here" } },
  });
  expect(summary(await call("notes.create", input, { canAsk: true }))).toBe("refused approval_pending");
});

test("a call of more than 64 KiB is put into nobody's inbox", async () => {
  const { call } = fixture({ tools: [tool(highRisk)], approvals: { url } });
  const reasonFor = async (bytes: number) => {
    const outcome = await call("notes.create", { text: "x".repeat(bytes - '{"text":""}'.length) });
    return "failure" in outcome ? (outcome.failure.details?.["reason"] ?? outcome.failure.code) : undefined;
  };
  expect(await reasonFor(64 * 1024)).toBe("approval_pending");
  expect(await reasonFor(64 * 1024 + 1)).toBe("too_much_to_show");
});

test("an inbox belongs to one server, and has no desk before that", () => {
  const approvals = inbox();
  expect(() => approvals.desk).toThrow("the inbox has no server yet");
  const options = { handlers: { notes: { create: () => ({ id: "n" }) } }, approvals, ...memoryState() };
  const product = { manifest: manifest(tool()), toolNames: { notes: { create: "notes.create" } } };
  const start = () => createProductServer<never, object>(product, options as never);
  start();
  expect(start).toThrow("the inbox belongs to another server");
});
