// Connections that send too slowly, or nothing. Real sockets, with limits that a test can wait for.
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { httpHandler, listen, timeLimits } from "../../src/adapters/wire/http-listener.ts";

const limits = {
  headersTimeout: 300,
  requestTimeout: 600,
  keepAliveTimeout: 300,
  connectionsCheckingInterval: 50,
};

/** What comes back over a connection until the server closes it. */
async function closedAfter(sent: string): Promise<string> {
  const handler = httpHandler({
    async answer(request, response) {
      for await (const _ of request);
      response.end("answered");
    },
    close: async () => {},
  });
  const listener = await listen(handler, { port: 0 }, { limits });
  onTestFinished(() => listener.close());
  const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("error", () => {}).on("data", (chunk) => (text += chunk.toString()));
  socket.write(sent);
  await once(socket, "close");
  return text;
}

const head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n";
test.each([
  ["says nothing", "", ""],
  ["does not end its head", head, "408"],
  ["does not end its body", `${head}Content-Length: 10\r\n\r\nhalf`, "408"],
  ["asks nothing more", `${head}Content-Length: 4\r\n\r\nhalf`, "answered"],
])("a connection is closed that %s", async (_, sent, expected) =>
  expect(await closedAfter(sent)).toContain(expected),
);

test("a port in use is named, and what to do", async () => {
  const open = () => listen(httpHandler({ answer: async () => {}, close: async () => {} }), { port });
  let port = 0;
  const first = await open();
  onTestFinished(() => first.close());
  port = Number(new URL(first.url).port);
  await expect(open()).rejects.toMatchObject({
    message: `port ${port} on 127.0.0.1 is in use: stop the program that listens there, or pass another \`port\` (0 takes a free one)`,
    code: "EADDRINUSE",
  });
});

test("a server of ours waits no longer than this", () =>
  expect(timeLimits).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5000,
  }));
