import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackofficeClient } from "@backoffice/client";
import { serveHttp } from "@proviso/server/mcp";
import { useBrowser, type Browser, type Page } from "@proviso/browser";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundle, type Bundle } from "./bundle.ts";

const html = `<!doctype html><meta charset="utf-8"><title>Agent</title><p id="state">starting</p>
<dialog><pre id="request"></pre><input id="phrase"><button id="yes">Do it</button><button id="no">No</button></dialog>
<script type="module" src="/page.js"></script>`;

const folder = mkdtempSync(join(tmpdir(), "backoffice-browser-"));
const backoffice = await openBackoffice(folder);
const mia = seededPrincipal("mia", new Date());
let built: Bundle;

const pages = createServer((request, response) => {
  const script = built.files.get((request.url ?? "").slice(1));
  response.setHeader("Content-Type", script === undefined ? "text/html" : "text/javascript");
  // As strict as a page can be with its scripts: none from elsewhere, and none made from text.
  response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src *");
  response.end(script ?? html);
});

beforeAll(async () => {
  built = await bundle("page.ts");
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  pages.close();
  await backoffice.close();
  rmSync(folder, { recursive: true, force: true });
});

function pageOrigin(): string {
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
}

/** The page, served from another origin than the MCP server. */
async function open(browser: Browser, sdk: "1" | "2", allowedOrigins = [pageOrigin()]): Promise<Page> {
  const { url, close } = await serveHttp(backoffice.server, {
    sdk: sdk === "1" ? 1 : 2,
    port: 0,
    serverInfo: { name: "backoffice-server", version: "0.1.0" },
    allowedOrigins,
    authenticate: ({ headers }) => Promise.resolve(headers.authorization === "Bearer mia" ? mia : undefined),
  });
  onTestFinished(() => close());
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${pageOrigin()}/?sdk=${sdk}&token=mia&server=${encodeURIComponent(url)}`);
  return page;
}

/** Once the page has connected, or has not. */
async function stateOf(page: Page): Promise<string | null> {
  const state = page.locator("#state:not(:text('starting'))");
  return state.textContent();
}

declare const window: { readonly backoffice: BackofficeClient };

describe.each(["1", "2"] as const)("in Chromium, over SDK %s.x", (sdk) => {
  const browser = useBrowser();

  async function ready(): Promise<Page> {
    const page = await open(browser(), sdk);
    expect(await stateOf(page)).toBe("ready");
    return page;
  }

  test("a read runs unasked", async () => {
    const page = await ready();
    const read = await page.evaluate(() => window.backoffice.customers.get({ customerId: "cus_0001" }));
    expect(read).toMatchObject({ ok: true, value: { customer: { customerId: "cus_0001" } } });
  });

  test("a person approves a critical call with their own hands, once", async () => {
    const page = await ready();
    const email = { to: ["anna.keller@example.com"], subject: "Hello", body: `From a page over SDK ${sdk}.` };
    const sending = page.evaluate((input) => window.backoffice.emails.sendExternal(input), email);
    const request = await page.locator("#request", { hasText: "phrase" }).textContent();
    const { phrase } = JSON.parse(request ?? "") as { phrase: string };
    await page.fill("#phrase", phrase);
    await page.click("#yes");
    expect(await sending).toMatchObject({ ok: true });
  });

  test("a click without the phrase is no approval", async () => {
    const page = await ready();
    const deleting = page.evaluate(() =>
      window.backoffice.users.delete({ userId: "usr_noah", reassignTo: "usr_mia" }),
    );
    await page.locator("#request", { hasText: "phrase" }).waitFor();
    await page.click("#yes");
    expect(await deleting).toMatchObject({ ok: false, failure: { code: "declined_by_person" } });
  });
});

describe("in Chromium", () => {
  const browser = useBrowser();

  test("a page that cannot load the check of outputs sends nothing", async () => {
    const page = await open(browser(), "2");
    expect(await stateOf(page)).toBe("ready");
    await page.route("**/output-fault.js", (route) => route.abort());
    const read = await page.evaluate(() => window.backoffice.customers.get({ customerId: "cus_0001" }));
    expect(read).toMatchObject({ ok: false, failure: { code: "refused_by_guard" } });
  });

  test("a page of another origin than the allowed ones does not get in", async () => {
    const page = await open(browser(), "2", ["https://app.example.com"]);
    expect(await stateOf(page)).toMatch(/failed: .*fetch/i);
  });
});

test("a page starts with at most 27 kB of guard, compressed, before its contracts and the SDK", async () => {
  const { startBytes, files } = await bundle("guard-only.ts", (id) =>
    id.startsWith("@modelcontextprotocol/"),
  );
  expect(startBytes).toBeLessThanOrEqual(27_000);
  // What only some calls need is loaded with them.
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["compare-overlay.js", "condition.js", "output-fault.js"]),
  );
});

test("the guard, the generated client and both SDKs need nothing of Node; it would be found", async () => {
  expect(built.missing).toEqual([]);
  expect((await bundle("../../src/session/session.ts")).missing).toContain("node:fs");
});
