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
  await page.goto(`${site.url}tools/${query}`);
  return { page, complaints };
}

const shown = (page: Page): Promise<readonly string[]> =>
  page.locator("tbody tr:visible th code").allTextContents();
const status = (page: Page): Promise<string | null> =>
  page.locator("tool-explorer [role=status]").textContent();

/** As the page itself has it: what the driver knows of the address comes later. */
const search = (page: Page): Promise<string> => page.evaluate(() => location.search);

function box(page: Page, facet: string, value: string): ReturnType<Page["locator"]> {
  return page.locator(`input[name="${facet}"][value="${value}"]`);
}

describe("the explorer", () => {
  it("shows every tool, the most dangerous first, and what nobody can call last", async () => {
    const { page, complaints } = await open();
    const risks = await page.locator("tbody td.risk").allTextContents();
    const order = ["critical", "high", "medium", "low", "forbidden"];
    expect(risks).toEqual(risks.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(new Set(risks)).toEqual(new Set(order));
    expect((await shown(page))[0]).toBe("customers.delete");
    expect(complaints).toEqual([]);
  });

  it("says who may approve, and finds tools by that and by a missing limit", async () => {
    const { page } = await open("?limit=no+limit&does=refunds");
    expect(await shown(page)).toEqual(["subscriptions.refund_and_cancel"]);
    expect(await page.locator("tbody tr:visible td[data-label='Who asks a person']").textContent()).toMatch(
      /approved by the user, or by an operator/,
    );
    await page.goto(`${site.url}tools/?does=pays&approved=by+the+user,,+or+by+an+operator`);
    expect(await shown(page)).toEqual(["payments.execute"]);
  });

  it("says who can call a tool, and looks for words in names and descriptions alone", async () => {
    const { page } = await open("?risk=forbidden&q=private");
    expect(await page.locator("tbody tr:visible .needs").allTextContents()).toEqual([
      "needs secrets:read: mia (in person)",
    ]);
    await page.goto(`${site.url}tools/?q=mia`);
    expect(await shown(page)).toEqual([]);
  });

  it("finds forbidden tools by their permission, and says under what they do not count", async () => {
    const { page } = await open("?permission=audit:admin");
    expect(await shown(page)).toEqual(["audit.disable_log"]);
    expect(await page.getByText(/^Forbidden tools count under Risk, Permission/).isVisible()).toBe(true);
    await page.goto(`${site.url}by-permission/`);
    const row = (name: string) => page.locator("tr", { has: page.getByText(name, { exact: true }) });
    const cells = row("audit:admin").locator("td");
    expect((await cells.allTextContents()).slice(0, 3)).toEqual(["audit:admin", "1 forbidden", "forbidden"]);
    expect(await row("secrets:read").textContent()).toContain("3 forbidden, 1 of them for people");
  });

  it("combines facets, and counts what each more would leave", async () => {
    const { page } = await open();
    await box(page, "risk", "critical").check();
    await box(page, "does", "erases").check();
    expect(await shown(page)).toEqual(["customers.delete", "users.delete"]);
    const count = page.locator("label", { has: box(page, "does", "overwrites") }).locator(".count");
    expect(await count.textContent()).toBe("1");
    await box(page, "does", "overwrites").check();
    expect(await shown(page)).toEqual(["customers.delete"]);
    await page.getByLabel(/is enough/).check();
    expect((await shown(page)).length).toBeGreaterThan(2);
  });

  it("says when nothing is left, and shows all again", async () => {
    const { page } = await open("?risk=low&does=erases");
    expect([await status(page), await page.locator(".nothing").isVisible()]).toEqual([
      expect.stringMatching(/^0 of/),
      true,
    ]);
    await page.goto(`${site.url}tools/?q=money`);
    await page.locator(".nothing").getByRole("link", { name: "Moves money" }).click();
    await expect.poll(() => status(page)).toBe("4 of 50 tools");
    await page.getByRole("button", { name: "Show all tools" }).click();
    await expect.poll(() => search(page)).toBe("");
    expect((await shown(page)).length).toBeGreaterThan(40);
  });

  it("keeps its state in the address: for a reload, for back and forward, for somebody else", async () => {
    const { page } = await open();
    await box(page, "risk", "critical").check();
    await box(page, "server", "always").check();
    await page.getByLabel(/Words/).fill("refund");
    const found = await shown(page);
    expect(found.length).toBeGreaterThan(0);
    expect(await search(page)).toBe("?risk=critical&server=always&q=refund");
    await page.reload();
    expect([await shown(page), await box(page, "risk", "critical").isChecked()]).toEqual([found, true]);
    await page.goBack();
    expect(await search(page)).toBe("?risk=critical");
    expect(await box(page, "server", "always").isChecked()).toBe(false);
    await page.goForward();
    expect(await box(page, "server", "always").isChecked()).toBe(true);
  });

  it("names what is ticked, and takes it away with a click", async () => {
    const { page } = await open("?risk=critical&server=always");
    const chips = page.locator(".chips button");
    expect(await chips.allTextContents()).toEqual([
      "Risk: critical ×",
      "The server asks a person: every time ×",
    ]);
    await chips.first().click();
    expect([await search(page), await chips.count()]).toEqual(["?server=always", 1]);
  });

  it("sorts by title, and groups by domain with headings of what is shown alone", async () => {
    const { page } = await open("?risk=critical");
    const dangerous = await shown(page);
    await page.getByLabel("Sorted by").selectOption("title");
    const titles = await page.locator("tbody tr:visible th a").allTextContents();
    expect([titles, titles.length]).toEqual([titles.toSorted(), dangerous.length]);
    await page.getByLabel("Sorted by").selectOption("domain");
    expect(await search(page)).toBe("?risk=critical&sort=domain");
    await page.reload();
    const domains = new Set(dangerous.map((name) => name.split(".")[0]));
    expect(await page.locator(".group:visible").allTextContents()).toEqual([...domains].toSorted());
  });

  it.each(["permission", "category"])("is what the page by %s leads to", async (facet) => {
    const { page } = await open();
    await page.goto(`${site.url}by-${facet}/`);
    const counts = await page.locator("td[data-label=Tools]").allTextContents();
    const links = page.locator('.sl-markdown-content tbody a:not([href*="/agents/"])');
    expect([counts.length > 5, await links.count()]).toEqual([
      true,
      counts.filter((each) => each !== "0").length,
    ]);
    // Such as `2, 1 forbidden`.
    const last = counts.findLast((each) => each !== "0")?.match(/\d+(?=$|,| forbidden)/g) ?? [];
    await links.last().click();
    await expect
      .poll(async () => (await shown(page)).length)
      .toBe(last.map(Number).reduce((one, other) => one + other));
  });

  it("finds a tool by a word of its description", async () => {
    const { page } = await open();
    await page.getByLabel(/Words/).fill("invoices stay");
    expect(await shown(page)).toEqual(["customers.delete"]);
  });

  it("works with the keyboard alone", async () => {
    const { page } = await open();
    await page.getByLabel(/Words/).focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Risk");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await search(page)).toBe("?risk=critical");
    expect(new Set(await page.locator("tbody tr:visible td.risk").allTextContents())).toEqual(
      new Set(["critical"]),
    );
  });

  it("answers each of its views with some tools, and names it", async () => {
    const { page } = await open();
    const views = await page
      .locator(".views a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    const empty: unknown[] = [];
    for (const view of views) {
      await page.goto(`${site.url}tools/${view}`);
      if ((await shown(page)).length === 0) empty.push(view);
      const name = page.locator(`.views a[href="${view}"]`);
      expect(await page.locator(".chips button").allTextContents()).toEqual([
        `${await name.textContent()} ×`,
      ]);
      if (view?.includes("unasked"))
        expect(await shown(page)).toEqual(expect.arrayContaining(["notes.create", "files.manage_link"]));
    }
    await page.locator(".chips button").click();
    await expect.poll(() => search(page)).toBe("");
    expect([views.length, empty]).toEqual([8, []]);
  });

  it("is the full table where no script runs", async () => {
    const { page } = await open("", { javaScriptEnabled: false });
    expect((await shown(page)).length).toBeGreaterThan(40);
    expect(await page.locator("tool-explorer form").isVisible()).toBe(false);
  });
});
