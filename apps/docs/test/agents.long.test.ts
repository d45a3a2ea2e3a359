import { fileURLToPath } from "node:url";
import { type Page, type ServedSite, serveFolder, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

/** The built site: `turbo run test` builds it first. */
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(fileURLToPath(new URL("../dist/", import.meta.url)));
});
afterAll(() => site.close());

interface Opened {
  readonly page: Page;
  /** What the browser complained about, and what it asked other hosts for. */
  readonly complaints: readonly string[];
}

async function open(query = "", options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Opened> {
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => request.url().startsWith(site.url) || complaints.push(request.url()));
  await page.goto(`${site.url}agents/${query}`);
  return { page, complaints };
}

const reached = (page: Page): Promise<readonly string[]> =>
  page.locator(".reached tbody tr:visible th > code").allTextContents();
const verdict = (page: Page): Promise<string | null> => page.locator(".flow .verdict").textContent();
/** As the page itself has it: what the driver knows of the address comes later. */
const search = (page: Page): Promise<string> => page.evaluate(() => location.search);
const box = (page: Page, permission: string): ReturnType<Page["locator"]> =>
  page.locator(`input[name=with][value="${permission}"]`);

describe("the page about agents", () => {
  it("shows everything that all permissions open, and says what prevents a leak", async () => {
    const { page, complaints } = await open();
    expect((await reached(page)).length).toBeGreaterThan(40);
    expect(await verdict(page)).toBe("Private data can leak only if a person says yes (lethal trifecta)");
    expect(complaints).toEqual([]);
  });

  it("without permissions shows the tools that need none", async () => {
    const { page } = await open("?with=");
    const tools = await reached(page);
    expect(tools).toContain("account.ping");
    expect(await page.locator("input[name=with]:checked").count()).toBe(0);
    expect(await verdict(page)).toBe("No lethal trifecta");
    expect(await page.locator(".flow .why").textContent()).toMatch(/^This agent cannot .*send data out\.$/);
  });

  it("opens a tool when all permissions that it needs are ticked, and keeps that in the address", async () => {
    const { page } = await open("?with=");
    for (const permission of ["contacts:read", "emails:send"]) await box(page, permission).check();
    expect(await reached(page)).not.toContain("emails.send_external");
    await box(page, "files:read").check();
    expect(await reached(page)).toContain("emails.send_external");
    expect(await search(page)).toBe("?with=contacts:read,emails:send,files:read");
    const tools = await reached(page);
    await page.reload();
    expect(await reached(page)).toEqual(tools);
    await page.goBack();
    expect(await box(page, "files:read").isChecked()).toBe(false);
    expect(await reached(page)).not.toContain("emails.send_external");
  });

  it("counts each effect, and how many tools have it without asking", async () => {
    const { page } = await open("?with=customers:delete");
    const row = page.locator("[data-effect=erases]");
    expect(await row.locator("td").allTextContents()).toEqual(["1", "0", "0", "customers:delete"]);
    expect(await page.locator("[data-effect=pays]").isVisible()).toBe(false);
  });

  it("leads from a sentence to the guarantee that says it, and shows no proof of another", async () => {
    const { page } = await open("?with=");
    expect(await page.locator(".flow .proof").isVisible()).toBe(false);
    await page.getByRole("link", { name: "All permissions" }).click();
    await page.locator(".flow .proof").click();
    const row = page.locator("tr", { has: page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`) });
    expect(await row.textContent()).toContain("private data never leaves without a person");
  });

  it("shows the smallest set found, which is a trifecta until it is cut anywhere", async () => {
    const { page } = await open();
    await page.getByRole("link", { name: "The fewest that can leak private data" }).click();
    await page.waitForURL(/with=/);
    const legs = page.locator(".flow [data-leg]");
    expect(await verdict(page)).toMatch(/^Private data can leak/);
    const ticked = await page
      .locator("input[name=with]:checked")
      .evaluateAll((boxes) => boxes.map((each) => (each as HTMLInputElement).value));
    for (const permission of ticked) {
      await box(page, permission).uncheck();
      expect(await verdict(page)).toBe("No lethal trifecta");
      await box(page, permission).check();
    }
    expect(await legs.count()).toBe(3);
    await legs.last().getByRole("button", { name: "Take it away", exact: true }).click();
    expect(await verdict(page)).toBe("No lethal trifecta");
    expect(await page.locator("[data-leg=sends] .count").textContent()).toBe("0");
  });

  it("says what one more permission would add, and the shortest path to harm", async () => {
    const { page } = await open();
    expect(await page.locator(".gains .none").isVisible()).toBe(true);
    await page.goto(`${site.url}agents/?with=contacts:read,emails:send`);
    const row = page.locator('[data-gain="files:read"]');
    const [tools = "", chains] = await row.locator("td").allTextContents();
    expect(Number(tools)).toBeGreaterThan(0);
    expect(chains).toMatch(/^\d+(, \d+ without a person)?$/);
    expect(await page.locator('[data-gain="contacts:read"]').isVisible()).toBe(false);
    const admin = page.locator('[data-gain="users:admin"] td').first();
    expect(await admin.textContent()).toBe("2, can give access or permissions to others");
    expect(tools).toMatch(/^\d+$/);
    await box(page, "files:read").check();
    expect(await row.isVisible()).toBe(false);
  });

  it("says of a permission that opens nothing what it needs, and what bounds money", async () => {
    const { page } = await open("?with=orders:refund");
    const said = page.locator("agent-page [role=status]");
    expect(await said.textContent()).toContain("orders:refund opens nothing without orders:read (1 tool)");
    const bounds = page.locator('[data-bounds="orders.refund"]');
    expect(await bounds.isVisible()).toBe(false);
    await box(page, "orders:read").check();
    expect(await said.textContent()).not.toContain("opens nothing");
    expect(await bounds.textContent()).toMatch(/calls.*no budget.*log-in/);
    const refunds = page.locator("[data-effect=refunds] td").last();
    expect(await refunds.textContent()).toMatch(/^orders:/);
  });

  it.each([1280, 390])(
    "does not show the way to harm where there is none, at a width of %i",
    async (width) => {
      const { page } = await open("?with=orders:read");
      await page.setViewportSize({ width, height: 900 });
      const ways = page.locator('.gains td[data-label="Shortest way to harm"]');
      const gains = page.locator(".gains tbody tr:visible");
      expect(await gains.count()).toBeGreaterThan(1);
      expect(await ways.evaluateAll((cells) => cells.filter((each) => each.checkVisibility()).length)).toBe(
        0,
      );
      expect(await page.locator(".gains .harmless").isVisible()).toBe(true);
    },
  );

  it("says what a role reaches, and what one more role would add", async () => {
    const { page } = await open();
    await page.getByRole("link", { name: "Role support" }).click();
    await page.waitForURL(/with=customers:read,/);
    expect(await box(page, "orders:refund").isChecked()).toBe(true);
    expect(await box(page, "payments:execute").isChecked()).toBe(false);
    expect(await page.locator('[data-gain^="customers:read "]').isVisible()).toBe(false);
    const finance = page.locator('[data-gain^="billing:read "]');
    expect(await finance.locator("th").textContent()).toContain("finance");
    expect(Number(await finance.locator("td").first().textContent())).toBeGreaterThan(0);
  });

  it("says what it would gain by a tool, by all that the tool needs", async () => {
    const { page } = await open("?with=contacts:read");
    const row = page.locator(".by-tool");
    expect(await row.isVisible()).toBe(false);
    await page.getByLabel(/that one tool needs/).fill("payments.execute");
    expect(await row.locator("th").textContent()).toBe("payments.execute");
    expect(Number(await row.locator("td").first().textContent())).toBeGreaterThan(0);
    await box(page, "payments:execute").check();
    expect(await row.isVisible()).toBe(false);
  });

  it("says which permissions of an address no tool needs, as text", async () => {
    const { page } = await open(`?with=files:read,${encodeURIComponent("<img src=x onerror=alert(1)>")}`);
    expect(await page.locator(".unknown").textContent()).toContain("<img src=x onerror=alert(1)>");
    expect(await page.locator(".unknown img").count()).toBe(0);
  });

  it("finds a permission by a word of its meaning", async () => {
    const { page } = await open();
    await page.getByLabel(/Words/).fill("erase customers");
    expect(await page.locator(".permissions li:visible code").allTextContents()).toEqual([
      "customers:delete",
    ]);
  });

  it("names no forbidden tool", async () => {
    const { page } = await open();
    await page.goto(`${site.url}by-safety/forbidden/`);
    const forbidden = await page.locator("main td:first-child code").allTextContents();
    expect(forbidden.length).toBeGreaterThan(0);
    await page.goto(`${site.url}agents/`);
    const html = await page.content();
    // The sidebar lists every tool's page; it names their verbs only.
    expect(forbidden.filter((name) => html.includes(name))).toEqual([]);
  });

  it("works with the keyboard alone", async () => {
    const { page } = await open("?with=");
    await page.getByLabel(/Words/).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await search(page)).toBe("?with=account:admin");
    expect(await reached(page)).toContain("account.upgrade_api_version");
  });

  it("shows an agent with all permissions where no script runs", async () => {
    const { page } = await open("", { javaScriptEnabled: false });
    expect((await reached(page)).length).toBeGreaterThan(40);
    expect(await verdict(page)).toMatch(/^Private data can leak/);
    expect(await page.locator("agent-page form").isVisible()).toBe(false);
    expect(await page.locator("agent-page button:visible").count()).toBe(0);
  });
});
