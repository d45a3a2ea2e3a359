import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setTimeout } from "node:timers/promises";
import { fixture, tool } from "../../../server/test/sample.ts";
import { serveAll, ways, wordsOf, type HttpWay } from "./over-http.ts";
import { count, counted, none, type Finding, type Trial } from "./trial.ts";

const mebibyte = 1024 * 1024;
const maxUnsentBytes = 8 * mebibyte;
const resultBytes = 4 * mebibyte;
const atOnce = 16;
/** Bytes that the server may hold for one principal: four times `maxUnsentBytes`, one more response, and what the test holds. */
const maxMiB = 120;

const items = { type: "array", items: { type: "object", properties: { b: { type: "string" } } } };
const tools = [
  tool(),
  tool({
    name: "notes.import",
    timeoutMs: 60_000,
    inputSchema: { type: "object", properties: { list: items } },
  }),
];
/** About a mebibyte, and nearly as many values as an input may have. */
const list = Array.from({ length: 30_000 }, (_, a) => ({ a, b: "abcdefghijklm" }));

/** One principal floods the server in every way; the calls of another one must not fail or wait. */
export const floods: Trial = async (size) => {
  const perWay: Finding[] = [];
  for (const way of ways)
    for (const finding of await flood(way, size))
      perWay.push({ ...finding, what: `${way.name}: ${finding.what}` });
  return perWay;
};

async function flood(way: HttpWay, { rounds }: Parameters<Trial>[0]): Promise<readonly Finding[]> {
  const execute = ({ text }: { readonly text?: unknown }) => ({
    id: text === "big" ? "x".repeat(resultBytes) : "n",
  });
  // An audit trail in memory would keep all inputs, which would count as held bytes.
  const audit = { append: async () => {}, close: async () => {} };
  const { ran, server } = fixture({
    tools,
    audit,
    clock: { now: () => new Date() },
    execute,
    maxResultBytes: 2 * resultBytes,
  });
  const listener = await serveAll(way, server, { maxUnsentBytes, maxSessions: 50, unreadMs: 2000 });
  const answers: Record<string, number> = {};
  const waits: number[] = [];
  const end = new AbortController();
  const other = await way.connect(listener.url, "ben");
  const calm = (async () => {
    while (!end.signal.aborted) {
      const begun = performance.now();
      const result = await other.call({ name: "notes.create", arguments: { text: "small" } });
      count(answers, wordsOf(result));
      waits.push(performance.now() - begun);
      await setTimeout(5);
    }
  })();
  const before = usedMiB();
  let most = 0;
  for (let round = 0; round < rounds; round++) {
    // The last round has abandoned more sessions than may be open.
    const flooder = { way, url: listener.url, session: await sessionOf(way, listener.url) };
    await sendLargeInputs(flooder);
    // The sample server keeps its handlers' inputs.
    ran.length = 0;
    const unread = await leaveUnread(flooder);
    await setTimeout(1000);
    most = Math.max(most, usedMiB() - before);
    for (const socket of unread) socket.destroy();
    const held = await sendHalves(flooder);
    most = Math.max(most, usedMiB() - before);
    for (const socket of held) socket.destroy();
    if (way.name === "1.x") for (let at = 0; at < 60; at++) await sessionOf(way, listener.url);
  }
  end.abort();
  await calm;
  const late = await (
    await way.connect(listener.url, "cora")
  ).call({ name: "notes.create", arguments: { text: "late" } });
  await other.close();
  await listener.close();
  await server.close();
  const { completed = 0, ...others } = answers;
  return [
    { what: "calls of the other principal", figure: completed },
    ...counted(others).map(({ what, figure }) => ({ what: `of these ${what}`, figure, bound: 0 })),
    none("principals that found no room", wordsOf(late) === "completed" ? [] : [wordsOf(late)]),
    { what: "longest wait of the other principal, ms", figure: Math.round(Math.max(...waits)) },
    { what: "held in memory, MiB", figure: Math.round(most), bound: maxMiB },
  ];
}

interface Flooder {
  readonly way: HttpWay;
  readonly url: string;
  readonly session: Readonly<Record<string, string>>;
}

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The id of a request, different within a session. */
let lastId = 0;

function messageOf(name: string, input: object): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: ++lastId,
    method: "tools/call",
    params: { name, arguments: input, _meta: envelope },
  });
}

function headersOf({ session }: Pick<Flooder, "session">, name: string): Record<string, string> {
  return {
    authorization: "Bearer anna",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-method": "tools/call",
    "mcp-name": name,
    ...session,
  };
}

/** Over the 1.x adapter a call needs a session; over the 2.x one it says which version it speaks. */
async function sessionOf({ name }: HttpWay, url: string): Promise<Readonly<Record<string, string>>> {
  if (name === "2.x") return { "mcp-protocol-version": "2026-07-28" };
  const clientInfo = { name: "t", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const headers = { ...headersOf({ session: {} }, ""), "mcp-protocol-version": "2025-11-25" };
  const sent = request(url, { method: "POST", headers });
  sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream & { headers: object }];
  response.resume();
  return { "mcp-session-id": String((response.headers as Record<string, unknown>)["mcp-session-id"]) };
}

async function sendLargeInputs(flooder: Flooder): Promise<void> {
  const send = async (): Promise<void> => {
    const body = messageOf("notes.import", { list });
    const sent = request(flooder.url, { method: "POST", headers: headersOf(flooder, "notes.import") });
    sent.on("error", () => {}).end(body);
    const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, "close");
  };
  await Promise.allSettled(Array.from({ length: atOnce }, send));
}

/** Asks for large results, and reads none. */
async function leaveUnread(flooder: Flooder): Promise<readonly Socket[]> {
  const open = (): Promise<Socket> => write(flooder, messageOf("notes.create", { text: "big" }), 0);
  return Promise.all(Array.from({ length: 2 * atOnce }, open));
}

/** Sends all but the end of large requests. */
async function sendHalves(flooder: Flooder): Promise<readonly Socket[]> {
  const body = messageOf("notes.create", { text: "x".repeat(900_000) });
  return Promise.all(Array.from({ length: 2 * atOnce }, () => write(flooder, body, 1)));
}

/** Sends a request without its last bytes. */
async function write(flooder: Flooder, body: string, missing: number): Promise<Socket> {
  const { hostname, host, port, pathname } = new URL(flooder.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  const all = { host, "content-length": String(body.length), ...headersOf(flooder, "notes.create") };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join("")}\r\n`);
  await new Promise((resolve) => socket.write(body.slice(0, body.length - missing), resolve));
  return socket;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of the heap after a collection. */
function usedMiB(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / mebibyte;
}
