import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, problemsOf, useBrowser } from "@proviso/browser";
import { type Backoffice, openBackoffice } from "backoffice-server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ServedApp, serveWeb } from "../src/web/serve-web.ts";

let folder: string;
let backoffice: Backoffice;
let app: ServedApp;
const browser = useBrowser();

/** By how much the clock of the server and the app is ahead. */
let lateMs = 0;
const now = (): Date => new Date(Date.now() + lateMs);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backoffice-web-"));
  backoffice = await openBackoffice(folder, undefined, undefined, { now });
  app = await serveWeb(backoffice.server, 0, now);
});
afterAll(async () => {
  await app.close();
  await backoffice.close();
  await rm(folder, { recursive: true });
});

/** A browser of its own, in which somebody has signed in. */
async function signedIn(name: RegExp): Promise<Page> {
  const page = await (await browser().newContext()).newPage();
  await page.goto(app.url);
  await page.getByRole("button", { name }).click();
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  await page.waitForLoadState();
  return page;
}

/** Of the page that a click led to, when all of it is there. */
async function heading(page: Page): Promise<string | null> {
  await page.waitForLoadState();
  return page.getByRole("heading", { level: 1 }).textContent();
}

/** The second customer in the list of all: nobody else's test deletes it. */
async function openCustomer(page: Page, index: number): Promise<string> {
  await page.goto(`${app.url}?status=closed`);
  await page.locator("tbody a").nth(index).click();
  await page.waitForURL((url) => !url.search.includes("status=closed"));
  return page.url();
}

describe("a person in the web app", () => {
  it("sees the customers, and those of one status", async () => {
    const page = await signedIn(/Mia/);
    expect(await page.locator("tbody tr").count()).toBe(20);
    await page.getByRole("link", { name: "paused" }).click();
    await page.waitForURL(/status=paused/);
    const shown = await page.locator("tbody .status").allTextContents();
    expect(shown.length).toBeGreaterThan(0);
    expect(new Set(shown)).toEqual(new Set(["paused"]));
  });

  it("writes a note, and nobody is asked", async () => {
    const page = await signedIn(/Noah/);
    await page.locator("tbody a").first().click();
    await page.getByLabel("Note for colleagues").fill("Prefers Tuesdays.");
    await page.getByRole("button", { name: "Save the note" }).click();
    expect(await page.getByRole("status").textContent()).toBe("The note is saved.");
  });

  it("is asked before a deletion, with what goes and a phrase; no leaves everything, yes deletes once", async () => {
    const page = await signedIn(/Mia/);
    const customer = await openCustomer(page, 0);
    await page.getByRole("button", { name: "Delete…" }).click();
    expect(await heading(page)).toBe("Delete a customer?");
    expect(await page.locator(".sentence").textContent()).toMatch(/^Delete customer "cus_\d+", because "/);
    expect(await page.locator("main").textContent()).toMatch(
      /customerId.*cannot be undone.*contacts.*subscriptions/s,
    );
    await page.getByRole("button", { name: "No, leave" }).click();
    expect(await page.getByRole("status").textContent()).toBe("You said no. Nothing has changed.");

    await page.goto(customer);
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByLabel(/type/).fill((await page.locator("kbd").textContent()) ?? "");
    await page.getByRole("button", { name: "Delete a customer" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Done");
    const gone = await page.goto(customer);
    expect([gone?.status(), await page.locator("code").textContent()]).toEqual([404, "customer_not_found"]);
  });

  it("who types another phrase deletes nothing", async () => {
    const page = await signedIn(/Mia/);
    const customer = await openCustomer(page, 1);
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByLabel(/type/).fill("delete 000000");
    await page.getByRole("button", { name: "Delete a customer" }).click();
    expect(await heading(page)).toBe("That was refused");
    expect((await page.goto(customer))?.status()).toBe(200);
  });

  it("who lacks the permission is refused, and told so", async () => {
    const page = await signedIn(/Guest/);
    const customer = await openCustomer(page, 1);
    await page.getByRole("button", { name: "Delete…" }).click();
    expect(await heading(page)).toBe("That was refused");
    expect(await page.locator("main").textContent()).toMatch(
      /customers:delete.*Nothing has changed.*permission_denied/s,
    );
    await page.getByRole("link", { name: "Back", exact: true }).click();
    expect(page.url()).toBe(customer);
  });
});

describe("a private key, which no agent reads", () => {
  const keyName = "Name of the key";

  it("is read by a person with the permission, who confirms on the page, once", async () => {
    const page = await signedIn(/Mia/);
    await page.getByRole("link", { name: "Read a private key" }).click();
    await page.getByRole("button", { name: "Read…" }).click();
    expect(await heading(page)).toBe("Read a private key?");
    expect(await page.locator("main").textContent()).toMatch(/invoice-signing.*Who has read the key last/s);
    const fields = await page.locator("form.answer input").all();
    const form = Object.fromEntries(
      await Promise.all(
        fields.map(async (each) => [await each.getAttribute("name"), await each.inputValue()] as const),
      ),
    );
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.url().endsWith("/answer")),
      page.getByRole("button", { name: "Read a private key" }).click(),
    ]);
    expect(response.headers()["cache-control"]).toBe("no-store");
    expect(await page.locator("main").textContent()).toContain("-----BEGIN PRIVATE KEY-----");
    expect(await problemsOf(page)).toEqual([]);

    const headers = { origin: new URL(app.url).origin };
    const again = await page.request.post(new URL("/answer", app.url).href, {
      form: { ...form, action: "accept" },
      headers,
    });
    expect([again.status(), (await again.text()).includes("BEGIN PRIVATE KEY")]).toEqual([409, false]);
  });

  it("is not read by a no, or under another name", async () => {
    const page = await signedIn(/Mia/);
    await page.goto(new URL("/keys", app.url).href);
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Read…" }).click();
    await page.getByRole("button", { name: "No, leave" }).click();
    expect(await page.getByRole("status").textContent()).toBe("You said no. Nothing has changed.");
    await page.goto(new URL("/keys", app.url).href);
    await page.getByLabel(keyName).fill("no-such-key");
    await page.getByRole("button", { name: "Read…" }).click();
    await page.getByRole("button", { name: "Read a private key" }).click();
    expect(await page.locator("main code").textContent()).toBe("key_not_found");
  });

  it("needs a log-in of the last five minutes, and signing in again gives one", async () => {
    const page = await signedIn(/Mia/);
    await page.goto(new URL("/keys", app.url).href);
    lateMs = 6 * 60_000;
    onTestFinished(() => void (lateMs = 0));
    await page.getByRole("button", { name: "Read…" }).click();
    expect(await page.locator("main code").textContent()).toBe("step_up_required");
    await page.getByRole("link", { name: "Sign in again" }).click();
    await page.getByRole("button", { name: /Mia/ }).click();
    await page.getByRole("link", { name: "Read a private key" }).click();
    await page.getByRole("button", { name: "Read…" }).click();
    expect(await heading(page)).toBe("Read a private key?");
  });

  it.each([/Noah/, /Guest/])("is unknown to %s, who lacks the permission", async (name) => {
    const page = await signedIn(name);
    expect(await page.getByRole("link", { name: "Read a private key" }).count()).toBe(0);
    const url = new URL("/keys", app.url).href;
    const headers = { origin: new URL(app.url).origin };
    const posted = await page.request.post(url, { form: { name: "invoice-signing" }, headers });
    const opened = await page.request.get(url);
    for (const response of [opened, posted]) {
      expect(response.status()).toBe(404);
      expect(await response.text()).toContain("There is no such tool.");
    }
  });
});

describe("another site", () => {
  async function post(page: Page, path: string, form: Record<string, string>, headers = {}): Promise<number> {
    const response = await page.request.post(new URL(path, app.url).href, { form, headers, maxRedirects: 0 });
    return response.status();
  }
  const note = { text: "Not by a person." };

  it("cannot send a form in the name of somebody who is signed in", async () => {
    const page = await signedIn(/Mia/);
    const path = "/customers/cus_0001/notes";
    const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await post(page, path, note, evil)).toBe(403);
    expect(
      await post(page, path, note, { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }),
    ).toBe(403);
    expect(await post(page, path, note)).toBe(403);
    expect(await post(page, path, note, { origin: new URL(app.url).origin })).toBe(303);
  });

  it("cannot reach the app under a name of its own, or put it into a frame", async () => {
    const page = await signedIn(/Mia/);
    const rebound = await page.request.get(app.url, { headers: { host: "evil.example" } });
    expect(rebound.status()).toBe(421);
    const response = await page.goto(app.url);
    expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    const cookies = await page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([[true, "Strict"]]);
  });
});

describe("every page", () => {
  it.each([390, 820, 1280])("is for everybody, and fits a screen of %i px", async (width) => {
    const page = await signedIn(/Mia/);
    await page.setViewportSize({ width, height: 900 });
    const customer = await openCustomer(page, 2);
    await page.getByRole("button", { name: "Delete…" }).click();
    const problems = [await problemsOf(page)];
    await page.getByLabel(/type/).fill("no such phrase");
    await page.getByRole("button", { name: "Delete a customer" }).click();
    problems.push(await problemsOf(page));
    for (const url of [app.url, customer, new URL("/sign-in", app.url).href]) {
      await page.goto(url);
      problems.push(await problemsOf(page));
    }
    expect(problems).toEqual([[], [], [], [], []]);
  });
});
