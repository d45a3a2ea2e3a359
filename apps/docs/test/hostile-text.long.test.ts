import { type Page, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite, type ServedSite } from "./build-site.ts";

/** Closes every possible surrounding element, and would then run. */
const hostile = `</title></style></script>--><script>globalThis.hostile = 1</script><img src=x onerror="globalThis.hostile = 1">'"`;
const text = JSON.stringify(hostile);

/** Every free text of the contract is hostile. */
const contract = `
proviso: 1
domain: mail
description: ${text}
permissions:
  mail:send: ${text}
failureModes:
  blocked: { description: ${text}, retry: never }
tools:
  send:
    title: ${text}
    description: ${text}
    category: mail
    riskLevel: critical
    stepUpAuth: { never: true, reason: ${text} }
    inputSchema:
      to: { type: string, description: ${text}, maxLength: 200 }
    outputSchema: { id: string }
    permissions: [mail:send]
    sideEffects: [{ sends: ${text} }]
    auditEvent: mail.sent
    failureModes: [blocked]
    idempotency: { key: [to], ttl: 1h, onRepeat: ${text} }
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    metadata: { ${text}: ${text} }
    examples: [{ title: ${text}, input: { to: ${text} } }]
    owner: ${text}
    deprecated: { reason: ${text} }
`;

let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await buildSite({
    "contracts/mail.yaml": contract,
    "package.json": '{ "repository": "github:shop/tools" }\n',
  });
});
afterAll(() => site?.close());

/** Opens a page, and says whether anything of the contract ran on it. */
async function ran(page: Page): Promise<boolean> {
  await page.waitForLoadState("load"); // images that fail are waited for
  return page.evaluate(() => "hostile" in globalThis);
}

async function linksOf(page: Page, path: string): Promise<readonly string[]> {
  await page.goto(new URL(path, site.url).href);
  const hrefs = await page
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  return [...new Set(hrefs.map((href) => href.replace(/#.*/, "")))].filter((href) =>
    href.startsWith(site.url),
  );
}

describe("hostile text of a contract", () => {
  it("stays text on every page that shows the contract", async () => {
    const page = await browser().newPage();
    const generated = (await linksOf(page, "tools/mail/send/")).filter(
      (href) => !/\/(?:diagnostics|language|guard-an-agent|how-a-call|read-a|the-audit)/.test(href),
    );
    expect(generated.length).toBeGreaterThan(20);
    const bad: string[] = [];
    for (const href of generated) {
      await page.goto(href);
      if (await ran(page)) bad.push(href);
    }
    expect(bad).toEqual([]);
  });

  it("stays text in a review pack and its file, where no cell is a formula", async () => {
    const page = await browser().newPage();
    await page.goto(`${site.url}review/`);
    expect(await ran(page)).toBe(false);
    await page.getByRole("link", { name: hostile, exact: true }).click();
    expect(await ran(page)).toBe(false);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(hostile);
    const href = await page.getByRole("link", { name: /CSV/ }).getAttribute("href");
    const csv = await (await fetch(new URL(href ?? "", site.url))).text();
    expect(csv).toContain(hostile.replaceAll('"', '""'));
    await page.close();
  });

  it("is the title of the page, letter for letter", async () => {
    const page = await browser().newPage();
    await page.goto(`${site.url}tools/mail/send/`);
    expect(await page.title()).toContain(hostile);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(hostile);
    const description = page.locator('head meta[name="description"]');
    expect(await description.getAttribute("content")).toContain(hostile);
  });

  it("stays text in what is suggested for a wrong address", async () => {
    const page = await browser().newPage();
    await page.goto(`${site.url}tools/mail/sent/`);
    await page.getByRole("link", { name: hostile, exact: true }).waitFor();
    expect(await ran(page)).toBe(false);
  });

  it("stays text in the results of a search", async () => {
    const page = await browser().newPage();
    await page.goto(site.url);
    await page.locator("button[data-open-modal]").click();
    await page.locator(".pagefind-ui__search-input").fill("hostile");
    await page.locator(".pagefind-ui__result-link").first().waitFor();
    expect(await ran(page)).toBe(false);
  });
});

describe("a site that knows its address, of a project with a repository", () => {
  const attribute = async (page: Page, selector: string, name: string): Promise<string> =>
    (await page.locator(selector).getAttribute(name)) ?? "";

  it("leads from a tool to its lines of YAML", async () => {
    const page = await browser().newPage();
    await page.goto(`${site.url}tools/mail/send/`);
    const lines = contract.split("\n").slice(1);
    const href = await page.getByRole("link", { name: "Edit page" }).getAttribute("href");
    expect(href).toMatch(/^https:\/\/github\.com\/shop\/tools\/blob\/HEAD\/contracts\/mail\.yaml#L\d+-L\d+$/);
    expect(lines[Number(/#L(\d+)/.exec(href ?? "")?.[1]) - 2]).toBe("  send:");
    await page.goto(`${site.url}by-safety/`);
    expect(await page.getByRole("link", { name: "Edit page" }).count()).toBe(0);
  });

  it("has a picture for each kind of page, and lists its pages", async () => {
    const page = await browser().newPage();
    for (const [path, card] of [
      ["tools/mail/send/", "critical"],
      ["faq/", "page"],
    ] as const) {
      await page.goto(site.url + path);
      const image = new URL(await attribute(page, 'meta[property="og:image"]', "content"));
      expect([image.origin, image.pathname]).toEqual([
        "https://docs.example.com",
        expect.stringMatching(new RegExp(`/${card}\\.[^/]+\\.png$`)),
      ]);
      expect((await fetch(new URL(image.pathname, site.url))).status).toBe(200);
      const index = await (
        await fetch(new URL(await attribute(page, 'link[rel="sitemap"]', "href"), site.url))
      ).text();
      const [, list = ""] = /<loc>https:\/\/docs\.example\.com\/([^<]+)</.exec(index) ?? [];
      expect(await (await fetch(site.url + list)).text()).toContain(
        `<loc>https://docs.example.com/${path}</loc>`,
      );
    }
  });
});
