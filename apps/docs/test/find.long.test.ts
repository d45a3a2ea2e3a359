import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Page, type ServedSite, serveFolder, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

/** The built site: `turbo run test` builds it first. */
const dist = fileURLToPath(new URL("../dist/", import.meta.url));
/** Questions, each with the filter of the explorer that answers it: one of its views, or an address. */
const counts = JSON.parse(
  readFileSync(new URL("search-counts.json", import.meta.url), "utf8"),
) as readonly (readonly [question: string, filter: string])[];
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(dist);
});
afterAll(() => site.close());

async function open(path: string): Promise<Page> {
  const context = await browser().newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(site.url + path);
  return page;
}

/** Searches for a term, and waits for its results. */
async function search(page: Page, term: string): Promise<void> {
  await page.locator("site-search input").fill(term);
  await page.locator("site-search [role=status]", { hasText: ` for ${term}` }).waitFor();
}

/** Goes to an address of the explorer as back and forward do: it reads the address anew, and the page stays. */
const goInHistory = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(undefined, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, href);

const hrefs = (page: Page, selector: string): Promise<readonly (string | null)[]> =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute("href")));

const markdown = (path: string): string => readFileSync(dist + path, "utf8");

describe("the search", () => {
  it("puts a tool first whose name is asked for, as the contract or as MCP writes it", async () => {
    const page = await open("tools/");
    const names = await page.locator("tbody tr th code").allTextContents();
    const forbidden = page.locator("tbody tr", { hasText: "forbidden" });
    // MCP has no name for these.
    const unlisted = await forbidden.locator("th code").allTextContents();
    expect([names.length > 40, unlisted.length > 0]).toEqual([true, true]);
    await page.locator("button[data-open-modal]").click();
    const first = page.locator("site-search article .name").first();
    const wrong: unknown[] = [];
    for (const name of names.filter((_, index) => index % 6 === 0))
      for (const term of unlisted.includes(name) ? [name] : [name, name.replace(".", "_")]) {
        await search(page, term);
        if ((await first.textContent()) !== name) wrong.push(term);
      }
    expect(wrong).toEqual([]);
  });

  it("shows what a tool is and how dangerous, and filters by both", async () => {
    const page = await open("");
    await page.keyboard.press("Control+k");
    await search(page, "customer");
    const card = page.locator("site-search article", { hasText: "customers.delete" });
    expect(await card.locator(".facts").textContent()).toMatch(/critical.*asks a person: every time/);
    await page.getByLabel("Risk", { exact: true }).selectOption("medium");
    const risks = page.locator("site-search article .risk-level");
    await expect.poll(async () => new Set(await risks.allTextContents())).toEqual(new Set(["medium"]));
    await page.getByLabel("Risk", { exact: true }).selectOption("any");
    await page.getByLabel("Pages", { exact: true }).selectOption("guides");
    await expect.poll(() => page.locator("site-search article:not(.guide)").count()).toBe(0);
  });

  it("answers a question about tools by a filter of the explorer", async () => {
    const page = await open("");
    await page.locator("button[data-open-modal]").click();
    await search(page, "which tools can delete a customer");
    const answer = page.locator("site-search .answer");
    expect(await answer.textContent()).toBe("1 tool: erases, “customer”. Show them in the explorer");
    await answer.getByRole("link").click();
    await expect
      .poll(() => page.locator("tbody tr:visible th code").allTextContents())
      .toEqual(["customers.delete"]);
    await page.locator("button[data-open-modal]").click();
    await search(page, "what can an agent delete without anyone being asked");
    expect(await answer.textContent()).toBe(
      "No tool: erases, the server asks nobody, for some calls or all. ",
    );
  });

  it("counts as many tools as the explorer's own filter, and leads to them", async () => {
    const explorer = await open("tools/");
    const page = await open("");
    await page.locator("button[data-open-modal]").click();
    const wrong: unknown[] = [];
    const shownAt = new Map<string, string | null>();
    for (const [question, filter] of counts) {
      const view = explorer.locator(".views").getByRole("link", { name: filter, exact: true });
      const query = (await view.count()) > 0 ? await view.getAttribute("href") : `?${filter}`;
      await search(page, question);
      const answer = page.locator("site-search .answer");
      const said = (await answer.textContent()) ?? "";
      const shown: unknown[] = [];
      for (const address of [query, await answer.locator("a").getAttribute("href")]) {
        const { href } = new URL(address ?? "", `${site.url}tools/`);
        if (!shownAt.has(href)) {
          await goInHistory(explorer, href);
          shownAt.set(href, await explorer.locator("tool-explorer [role=status]").textContent());
        }
        shown.push(shownAt.get(href));
      }
      const count = `${parseInt(said, 10)} of 50 tools`;
      if (shown.some((each) => each !== count)) wrong.push([question, said, ...shown]);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a page", () => {
  it("of a domain lists only that domain's tools beside it, and leads from one to the next", async () => {
    const page = await open("tools/customers/get/");
    const tools = (await hrefs(page, ".sidebar-content a")).filter((href) => href?.startsWith("/tools/"));
    expect(new Set(tools.map((href) => href?.split("/")[2]))).toEqual(new Set(["", "customers"]));
    expect(await hrefs(page, 'a[rel="prev"], a[rel="next"]')).toEqual([
      "/tools/customers/delete/",
      "/tools/customers/get_financial_summary/",
    ]);
    await page.goto(`${site.url}tools/customers/update/`);
    expect(await hrefs(page, 'a[rel="next"]')).toEqual([]);
  });

  it("says where it is, also if no sidebar lists it", async () => {
    const page = await open("tools/customers/get/");
    const crumbs = page.locator(".breadcrumbs li");
    expect(await crumbs.allTextContents()).toEqual(["A sample: the backoffice", "Tools", "customers"]);
    expect(await hrefs(page, ".breadcrumbs a")).toEqual(["/tools/", "/tools/customers/"]);
    await page.goto(`${site.url}review/growth/`);
    expect(await hrefs(page, ".breadcrumbs a")).toEqual(["/review/"]);
    expect(await page.locator(".sidebar-content details[open]").count()).toBe(1);
    await page.goto(`${site.url}write-handlers/`);
    expect(await crumbs.allTextContents()).toEqual(["Build"]);
  });

  it("leads to its Markdown, and copies it", async () => {
    const page = await open("tools/customers/delete/");
    const [href = ""] = await hrefs(page, 'link[rel="alternate"][type="text/markdown"]');
    expect(href).toBe("/tools/customers/delete.md");
    await page.getByRole("button", { name: "Copy for agents" }).click();
    await page.locator("copy-page [role=status]", { hasText: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(markdown("tools/customers/delete.md"));
    expect(copied).toMatch(/^# Delete a customer\n/);
  });
});

describe("Markdown for agents", () => {
  it("has no component, front matter or link to nothing", () => {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".md"),
    );
    expect(files.length).toBeGreaterThan(200);
    const problems: unknown[] = [];
    for (const file of files) {
      const text = markdown(file);
      const prose = text.replace(/^[ \t]*`{3}[^]*?^[ \t]*`{3}/gm, "").replace(/`[^`]*`/g, "");
      if (
        !/^# .+\n/.test(text) ||
        /^(?:im|ex)port |^---$|<\/?(?:[A-Z]|t[adrh])|=>|\{[a-z]\w*[.[(]/m.test(prose)
      )
        problems.push([file, "form"]);
      for (const [, href = ""] of prose.matchAll(/\]\((\/[^)#?\s]*)/g))
        if (!existsSync(dist + href.slice(1))) problems.push([file, href]);
      if (/\]\((?![a-z]+:|[/#])/.test(prose)) problems.push([file, "relative link"]);
    }
    expect(problems).toEqual([]);
  });

  it("has the figures that a page reads from a file", () => {
    expect(markdown("steps.md")).toMatch(/^\| dbos \| \d+ \| \d+ \| \d+ \| 0 \| [\d.]+ ms \|/m);
    expect(markdown("security-model.md")).toMatch(/are checked by \d+ calls/);
  });

  it("is also one file, and has no page of a forbidden tool", () => {
    const all = markdown("llms-full.txt");
    for (const file of ["tools/customers/delete.md", "write-handlers.md"])
      expect(all).toContain(markdown(file));
    expect(existsSync(`${dist}tools/secrets/read_password.md`)).toBe(false);
  });
});

describe("a wrong address", () => {
  it("leads to the pages that it is most like", async () => {
    const page = await open("tools/custmers/delet/");
    const first = page.locator("page-suggestions a").first();
    await first.waitFor();
    expect(await first.getAttribute("href")).toBe("/tools/customers/delete/");
    await first.click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Delete a customer");
  });

  it("that is like nothing leads to the explorer", async () => {
    const page = await open("qqqqqqq/zzzzzzz/");
    await page.waitForLoadState("networkidle");
    expect(await page.locator("page-suggestions").isVisible()).toBe(false);
    expect(await hrefs(page, "main p a")).toEqual(["/tools/", "/"]);
  });
});
