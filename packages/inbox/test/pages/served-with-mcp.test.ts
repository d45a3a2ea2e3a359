import { expect, test } from "vitest";
import { inbox } from "../../src/inbox/inbox.ts";
import { productServer } from "./product-server.ts";

const approvals = () => inbox({ url: "https://office.example/approvals" });

test("a server over HTTP serves the inbox beside MCP, at the path of its address, if it is told to", async () => {
  const server = productServer({ approvals: approvals() });
  const served = await server.serve({ http: 0, signals: false, inbox: true });
  const at = async (path: string) => fetch(new URL(path, served.url), { redirect: "manual" });
  expect(await (await at("/approvals/sign-in")).text()).toContain("Approvals <span><bdi>sample</bdi>");
  const first = await at("/approvals");
  expect([first.status, first.headers.get("location")]).toEqual([303, "/approvals/sign-in"]);
  expect((await at("/healthz")).status).toBe(200);
  expect((await at("/approvalsx")).status).toBe(404);
  expect(await served.signInLink({ operator: "olga" })).toMatch(
    /^https:\/\/office\.example\/approvals\/sign-in#/,
  );

  const without = await productServer({ approvals: approvals() }).serve({ http: 0, signals: false });
  expect((await fetch(new URL("/approvals/sign-in", without.url))).status).toBe(404);
  expect("signInLink" in without).toBe(false);
});

test("an inbox without an address is refused with what to do", async () => {
  const serving = productServer({ approvals: inbox() }).serve({ http: 0, signals: false, inbox: true });
  await expect(serving).rejects.toThrow(/give it as `inbox\(\{ url \}\)`/);
});

test("pages of a server without an inbox are refused with what to do", async () => {
  const serving = productServer().serve({ http: 0, signals: false, inbox: true });
  await expect(serving).rejects.toThrow(/give the server the option `approvals`/);
});

test("options where they stood in an earlier version are refused, and not ignored", async () => {
  const settings = { http: 0, signals: false, approvals: { sessionMs: 1000 } } as never;
  await expect(productServer({ approvals: approvals() }).serve(settings)).rejects.toThrow(/`approvals`/);
  const given = { http: 0, signals: false, inbox: { sessionMs: 1000 } } as never;
  await expect(productServer({ approvals: approvals() }).serve(given)).rejects.toThrow(
    "give options to `approvals: inbox({ … })`",
  );
  expect(() => productServer({ approvals: { url: "https://office.example/" } as never })).toThrow(
    "`approvals` must be made by `inbox({ … })`",
  );
});

test("what fails while a page is made goes to the `onFault` of the server", async () => {
  const faults: unknown[] = [];
  const fault = new Error("the provider is down");
  const signIn = { name: "Staff", start: () => Promise.reject(fault), finish: async () => undefined };
  const server = productServer({
    approvals: inbox({ url: "http://127.0.0.1:1/approvals", signIn }),
    onFault: (...given) => faults.push(given),
  });
  const { url } = await server.serve({ http: 0, signals: false, inbox: true });
  const page = await fetch(new URL("/approvals/sign-in/start", url));
  expect(await page.text()).toContain("Staff cannot be used now.");
  expect(faults).toEqual([[fault, "proviso.inbox"]]);
});
