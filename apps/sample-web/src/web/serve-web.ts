import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { BackofficeServer } from "@backoffice/server";
import { createApp } from "./app.ts";

export interface ServedApp {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the app on loopback; port 0 means a free one. */
export async function serveWeb(
  server: BackofficeServer,
  port: number,
  now: () => Date = () => new Date(),
): Promise<ServedApp> {
  const { fetch } = createApp(server, now);
  const listener = createAdaptorServer({ fetch });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/`,
    close: () =>
      new Promise((resolve, reject) => listener.close((error) => (error ? reject(error) : resolve()))),
  };
}
