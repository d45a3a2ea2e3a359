import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { inspectorFeed } from "../../src/dev/inspector-feed.ts";
import { serveInspector } from "../../src/dev/inspector-server.ts";

test("a port that another program has is refused, with what to do", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const never = () => Promise.reject(new Error("nothing is called"));
  const parts = { feed: inspectorFeed(), call: never, todo: never };
  await expect(serveInspector(port, parts)).rejects.toThrow(
    `port ${port} is taken: name another with \`--port\``,
  );
});
