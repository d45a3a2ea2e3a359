// Over HTTP the answer to a question comes with a request and a token of its own: whose it is, and what they may do by then,
// decides.
import { StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Failure } from "@proviso/manifest";
import { expect, onTestFinished, test } from "vitest";
import { wordOf } from "../attacks/surfaces.ts";
import { anna, highRisk, tool, type fixture } from "../sample.ts";
import { client1, client2, type Person } from "../ways/clients.ts";
import { http1, http2, listen, type HttpAdapter } from "./http-bench.ts";

type Join = (url: URL, requestInit: RequestInit, person: Person) => ReturnType<typeof client1>;

const join1: Join = (url, requestInit, person) =>
  client1(new Transport1(url, { requestInit }) as never, { person });
const join2: Join = (url, requestInit, person) =>
  client2(new Transport2(url, { requestInit }), "legacy", { person });

const pairs: readonly (readonly [name: string, adapter: HttpAdapter, join: Join])[] = [
  ["1.x client, 1.x adapter", http1, join1],
  ["2.x client of 2025, 1.x adapter", http1, join2],
  ["1.x client, 2.x adapter", http2, join1],
  ["2.x client of 2025, 2.x adapter", http2, join2],
];

interface Bench {
  readonly clock: ReturnType<typeof fixture>["clock"];
  readonly tokens: Map<string, typeof anna>;
}

/** Asks with anna's token and answers with the result of `answering`. Returns the outcome, and how often the tool ran. */
async function check(
  adapter: HttpAdapter,
  join: Join,
  answering: (bench: Bench) => { readonly token: string; readonly answer?: object },
  askTimeoutMs = 60_000,
): Promise<{ readonly word: string; readonly failure?: Failure; readonly runs: number }> {
  const bench = await listen(adapter, { tools: [tool(highRisk)], http: { askTimeoutMs } });
  const expiresAt = bench.clock.now().getTime() / 1000 + 60;
  bench.tokens.set("Bearer anna", { ...anna, expiresAt });
  const requestInit = { headers: { Authorization: "Bearer anna" } };
  const client = await join(new URL(bench.url), requestInit, () => {
    const { token, answer = {} } = answering(bench);
    requestInit.headers.Authorization = `Bearer ${token}`;
    return { action: "accept", content: { confirm: true }, ...answer };
  });
  onTestFinished(() => client.close().catch(() => {}));
  const { _meta } = await client.call({ name: "notes.create", arguments: { text: "a" } });
  const failure = (_meta as Readonly<Record<string, Failure>>)["dev.proviso/failure"];
  return { word: wordOf(_meta), runs: bench.ran.length, ...(failure && { failure }) };
}

test.each(pairs)("%s: the token that brought the call may bring the answer", async (_, adapter, join) => {
  expect(await check(adapter, join, () => ({ token: "anna" }))).toEqual({ word: "completed", runs: 1 });
});

test.each(pairs)("%s: a renewed token of the same principal may bring it", async (_, adapter, join) => {
  const renewed = ({ clock, tokens }: Bench) => {
    clock.advance(61_000);
    tokens.set("Bearer renewed", anna);
    return { token: "renewed" };
  };
  expect(await check(adapter, join, renewed)).toEqual({ word: "completed", runs: 1 });
});

test.each(pairs)(
  "%s: a token that expired while the question was open approves nothing",
  async (_, adapter, join) => {
    const expired = ({ clock }: Bench) => {
      clock.advance(60_000);
      return { token: "anna" };
    };
    expect(await check(adapter, join, expired)).toMatchObject({
      word: "permission_denied",
      failure: { message: expect.stringContaining("expired"), details: { expired: true } },
      runs: 0,
    });
  },
);

test.each(pairs)("%s: a token without the permission approves nothing", async (_, adapter, join) => {
  const weaker = ({ tokens }: Bench) => {
    tokens.set("Bearer weaker", { ...anna, permissions: [] });
    return { token: "weaker" };
  };
  expect(await check(adapter, join, weaker)).toMatchObject({ word: "permission_denied", runs: 0 });
});

test.each(pairs)("%s: an answer that names its own sender approves nothing", async (_, adapter, join) => {
  const claiming = ({ tokens }: Bench) => {
    tokens.set("Bearer weaker", { ...anna, permissions: [] });
    return { token: "weaker", answer: { _meta: { "dev.proviso/sender": anna } } };
  };
  expect(await check(adapter, join, claiming)).toMatchObject({ word: "permission_denied", runs: 0 });
});

test.each(pairs)(
  "%s: another principal's token, or one that is refused, brings no answer",
  async (_, adapter, join) => {
    for (const token of ["ben", "revoked"])
      expect(await check(adapter, join, () => ({ token }), 500)).toMatchObject({
        word: "confirmation_unanswered",
        failure: { details: { answer: "timeout" } },
        runs: 0,
      });
  },
);
