// Links and tasks over HTTP, where a client of 2025 hears of a decision on a stream of its own. The rest: the other tests here.
import { StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test, vi } from "vitest";
import { annaHerself, input, url as inboxUrl } from "../approvals/people.ts";
import { inbox } from "../../src/inbox/inbox.ts";
import { wordOf } from "../../../server/test/attacks/surfaces.ts";
import { criticalRisk, tool } from "../sample.ts";
import {
  envelope,
  http1,
  http2,
  listen,
  request,
  send,
  type HttpAdapter,
} from "../../../server/test/wire/http-bench.ts";
import { client1Over, client2Over, type Behaviour, type SdkClient } from "./sdk-clients.ts";

const init = { requestInit: { headers: { Authorization: "Bearer anna" } } };
const opening: Behaviour = {
  elicitation: { form: {}, url: {} },
  answer: () => ({ action: "accept" }),
};

const join1 = (url: string): Promise<SdkClient> =>
  client1Over(new Transport1(new URL(url), init) as never, opening);
const join2 = (url: string): Promise<SdkClient> =>
  client2Over(new Transport2(new URL(url), init), opening, { mode: "legacy" });
const joinModern = (url: string): Promise<SdkClient> =>
  client2Over(new Transport2(new URL(url), init), opening, { mode: { pin: "2026-07-28" } });

const optionsOf = () => ({ tools: [tool(criticalRisk)], approvals: inbox({ url: inboxUrl, tasks: true }) });

const cases: readonly (readonly [string, HttpAdapter, typeof join1, isOf2025: boolean])[] = [
  ["1.x client, 1.x adapter", http1, join1, true],
  ["2.x client, 1.x adapter", http1, join2, true],
  ["1.x client, 2.x adapter", http2, join1, true],
  ["2.x client for 2025, 2.x adapter", http2, join2, true],
  ["2.x client for 2026, 2.x adapter", http2, joinModern, false],
];

test.each(cases)(
  "%s: a link is offered, and the call runs when a person has approved",
  async (_, adapter, join, isOf2025) => {
    const options = optionsOf();
    const { ran, url: address } = await listen(adapter, options);
    const { desk } = options.approvals;
    const client = await join(address);
    expect(wordOf((await client.call("notes.create", input))["_meta"])).toBe("approval_pending");
    const [{ id } = { id: "" }] = await desk.list(annaHerself);
    await desk.approve(id, annaHerself);
    if (isOf2025) await vi.waitFor(() => expect(client.completed).toEqual([id]), { timeout: 120_000 });
    expect(wordOf((await client.call("notes.create", input))["_meta"])).toBe("completed");
    expect(ran).toEqual([input]);
    await client.close();
  },
);

test("a task is asked for with requests of their own, each by the sender of its token", async () => {
  const options = optionsOf();
  const { ran, url: address } = await listen(http2, options);
  const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const _meta = { ...envelope, "io.modelcontextprotocol/clientCapabilities": capabilities };
  const ask = async (who: string, method: string, params: Readonly<Record<string, unknown>>) => {
    const name = String(params["name"] ?? params["taskId"]);
    const headers = { authorization: `Bearer ${who}`, "mcp-name": name };
    const { body } = await send(address, headers, request(method, { ...params, _meta }));
    return JSON.parse(body) as {
      readonly result?: Readonly<Record<string, unknown>>;
      readonly error?: unknown;
    };
  };
  const { result } = await ask("anna", "tools/call", { name: "notes.create", arguments: input });
  const taskId = String(result?.["taskId"]);
  await options.approvals.desk.approve(taskId, annaHerself);
  expect(await ask("ben", "tasks/get", { taskId })).toMatchObject({ error: { code: -32602 } });
  expect(ran).toEqual([]);
  expect(await ask("anna", "tasks/get", { taskId })).toMatchObject({
    result: { status: "completed", result: { structuredContent: { id: "n1" } } },
  });
  expect(ran).toEqual([input]);
});
