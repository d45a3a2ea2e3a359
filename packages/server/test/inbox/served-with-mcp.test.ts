import { expect, onTestFinished, test } from "vitest";
import { createProductServer } from "../../src/index.ts";
import type { ServerOptions } from "../../src/index.ts";
import { memoryAudit, memoryStore } from "../../src/testing.ts";
import { highRisk, manifest, tool } from "../sample.ts";

const product = { manifest: manifest(tool(highRisk)), toolNames: { notes: { create: "notes.create" } } };

function productServer(options: Partial<ServerOptions<object>> = {}) {
  const server = createProductServer<never, object>(product as never, {
    handlers: { notes: { create: () => ({ id: "n1" }) } } as never,
    ports: () => ({}),
    store: memoryStore(),
    audit: memoryAudit(),
    stateKey: new Uint8Array(32).fill(7),
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

const approvals = { url: "https://office.example/approvals" };

test("a server over HTTP serves the inbox beside MCP, at the path of its address, if it is told to", async () => {
  const server = productServer({ approvals });
  const served = await server.serve({ http: 0, signals: false, approvals: {} });
  const at = async (path: string) => fetch(new URL(path, served.url), { redirect: "manual" });
  expect(await (await at("/approvals/sign-in")).text()).toContain("Approvals <span><bdi>sample</bdi>");
  const first = await at("/approvals");
  expect([first.status, first.headers.get("location")]).toEqual([303, "/approvals/sign-in"]);
  expect((await at("/healthz")).status).toBe(200);
  expect((await at("/approvalsx")).status).toBe(404);
  expect(await served.signInLink({ operator: "olga" })).toMatch(
    /^https:\/\/office\.example\/approvals\/sign-in#/,
  );

  const without = await productServer({ approvals }).serve({ http: 0, signals: false });
  expect((await fetch(new URL("/approvals/sign-in", without.url))).status).toBe(404);
  expect("signInLink" in without).toBe(false);
});

test("an inbox without an address is refused with what to do", async () => {
  const serving = productServer({ approvals: {} }).serve({ http: 0, signals: false, approvals: {} });
  await expect(serving).rejects.toThrow(/give the server `approvals: \{ url \}`/);
});
