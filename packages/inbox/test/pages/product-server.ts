import { onTestFinished } from "vitest";
import { createProductServer } from "../../../server/src/index.ts";
import type { ServerOptions } from "../../../server/src/index.ts";
import { memoryAudit, memoryStore } from "../../../server/src/testing.ts";
import { highRisk, manifest, tool } from "../sample.ts";

const product = { manifest: manifest(tool(highRisk)), toolNames: { notes: { create: "notes.create" } } };

/** A server of one tool, closed after the test. */
export function productServer(options: Partial<ServerOptions<object>> = {}) {
  const server = createProductServer<never, object>(product as never, {
    handlers: { notes: { create: () => ({ id: "n1" }) } } as never,
    ports: () => ({}),
    store: memoryStore(),
    audit: memoryAudit(),
    stateKeys: [new Uint8Array(32).fill(7)],
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}
