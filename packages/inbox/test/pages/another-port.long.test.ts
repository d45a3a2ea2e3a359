// An approver who is signed in visits another server of the same host, which wants to decide in their name.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { useBrowser, type Page } from "@proviso/browser";
import { expect, it, onTestFinished } from "vitest";
import { annaHerself, waitFor } from "../approvals/people.ts";
import { openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();

async function signedIn(served: ServedInbox): Promise<Page> {
  const page = await (await browser().newContext()).newPage();
  await page.goto(await served.inbox.signInLink(annaHerself));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  return page;
}

interface Neighbour {
  readonly url: string;
  readonly got: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

/** Another server of the host. It keeps what browsers send to it. */
async function neighbour(html: string): Promise<Neighbour> {
  const got: Neighbour["got"] = [];
  const server = createServer(({ url = "", headers }, response) => {
    got.push({ path: url, headers });
    response.setHeader("content-type", "text/html").end(html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

it("what a neighbour on another port receives opens nothing", async () => {
  await using served = await serveInbox();
  const id = await waitFor(served.app);
  const page = await signedIn(served);
  await openSigned(page, `${served.url}/${id}`);
  const session = (await page.locator("body").getAttribute("data-base")) ?? "";
  const evil = await neighbour(`<a href="${served.url}/${id}" target="_blank" rel="opener">a call waits</a>`);
  // From the session's page, so that a browser would send its address along.
  await page.evaluate(`location.href = ${JSON.stringify(`${evil.url}/from-the-inbox`)}`);
  await page.waitForURL(`${evil.url}/from-the-inbox`);
  await page.goto(`${evil.url}/approvals/${id}`);
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link").click();
  await (await opening).getByRole("button", { name: "Approve this one call" }).waitFor();
  await page.waitForTimeout(300);
  expect(await page.evaluate("document.cookie + JSON.stringify(localStorage)")).toBe("{}");

  expect(evil.got.length).toBeGreaterThanOrEqual(2);
  expect(evil.got.every(({ headers }) => headers.cookie?.includes("proviso-inbox"))).toBe(true);
  expect(JSON.stringify(evil.got)).not.toContain(session);
  expect(evil.got.map(({ headers }) => headers.referer)).not.toContainEqual(
    expect.stringContaining(served.url),
  );
  const { origin } = new URL(served.url);
  for (const { headers } of evil.got) {
    const stolen = { cookie: headers.cookie ?? "", origin };
    const read = await fetch(`${served.url}/${id}`, { headers: stolen, redirect: "manual" });
    expect([read.status, await read.text()]).toEqual([303, ""]);
    const body = new URLSearchParams({ verdict: "approve" });
    expect((await fetch(`${served.url}/${id}`, { method: "POST", headers: stolen, body })).status).toBe(401);
  }
  expect((await served.app.desk.get(id, annaHerself))?.state).toBe("pending");
});

it("the address bar and the history hold no secret, and any page of the inbox leads back into the session", async () => {
  await using served = await serveInbox();
  const id = await waitFor(served.app);
  const page = await signedIn(served);
  await page.getByRole("link", { name: "Create a note" }).click();
  await page.waitForURL(`${served.url}/${id}`);
  await openSigned(page, `${served.url}/?show=decided`);
  await page.waitForURL(`${served.url}/?show=decided`);
  await page.reload({ waitUntil: "commit" });
  await page.locator("[aria-current]").filter({ hasText: "Decided" }).waitFor();
  await page.goBack({ waitUntil: "commit" });
  await page.getByRole("button", { name: "Approve this one call" }).waitFor();
  await page.waitForURL(`${served.url}/${id}`);
  // The link of a message, in a tab of its own.
  const tab = await page.context().newPage();
  await openSigned(tab, `${served.url}/${id}`);
  await tab.getByRole("button", { name: "Approve this one call" }).click();
  await page.getByText("approved, not used yet").waitFor();
  expect([page.url(), tab.url()]).toEqual([`${served.url}/${id}`, `${served.url}/${id}`]);
});
