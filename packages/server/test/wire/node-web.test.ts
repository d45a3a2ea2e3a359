import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendResponse } from "../../src/adapters/wire/node-web.ts";

/** The body that a client gets, and whether the headers were sent before the body was read. */
async function answered(from: Response): Promise<readonly [body: string, headersFirst: boolean]> {
  let headersFirst = false;
  const server = createServer((_, to) => {
    const sent = sendResponse(from, to);
    headersFirst = (to.socket?.bytesWritten ?? 0) > 0;
    void sent;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const body = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  server.closeAllConnections();
  server.close();
  return [body, headersFirst];
}

test("an answer is sent together with its headers, and those of a stream at once", async () => {
  const stream = { headers: { "content-type": "text/event-stream" } };
  expect(await answered(Response.json({ a: 1 }))).toEqual(['{"a":1}', false]);
  expect(await answered(new Response("data: a\n\n", stream))).toEqual(["data: a\n\n", true]);
});
