import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
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
  const listener = serve({ fetch, hostname: "127.0.0.1", port });
  await once(listener, "listening");
  const { port: taken } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/`,
    async close() {
      listener.close();
      await once(listener, "close");
    },
  };
}
