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

interface Options {
  readonly javaScriptEnabled?: boolean;
  readonly width?: number;
  readonly permissions?: readonly string[];
}

async function open(
  path: string,
  { width = 1440, permissions = [], ...options }: Options = {},
): Promise<Page> {
  const context = await browser().newContext({
    viewport: { width, height: 900 },
    permissions: [...permissions],
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${site.url}tools/${path}`);
  await page
    .getByText("Call it", { exact: true })
    .evaluateAll((folds) => folds.forEach((fold) => fold.click()));
  return page;
}

const ways = ["JSON Schema", "TypeScript", "Vercel AI SDK", "OpenAI Agents", "LangChain", "MCP", "Terminal"];
const shownCode = (page: Page): Promise<readonly string[]> =>
  page.locator("call-tabs section:visible pre").allTextContents();

describe("the ways to call a tool", () => {
  it("are tabs, of which one is shown", async () => {
    const page = await open("customers/delete/");
    expect(await page.getByRole("tab").allTextContents()).toEqual(ways);
    expect(await shownCode(page)).toEqual([expect.stringMatching(/^\{.*"inputSchema"/s)]);
    await page.getByRole("tab", { name: "TypeScript" }).click();
    expect(await shownCode(page)).toEqual([
      expect.stringMatching(
        /backoffice\.customers\.delete\(\{\s*customerId: "cus_0042",\s*reason: "duplicate"/,
      ),
    ]);
    expect(await page.getByRole("tabpanel").count()).toBe(1);
  });

  it("are sections with headings where no script runs", async () => {
    const page = await open("customers/delete/", { javaScriptEnabled: false });
    expect(await page.locator("call-tabs h3:visible").allTextContents()).toEqual(ways);
    expect(await shownCode(page)).toHaveLength(ways.length);
  });

  it("are reached by keyboard", async () => {
    const page = await open("customers/delete/");
    await page.getByRole("tab", { name: "JSON Schema" }).focus();
    for (const key of ["ArrowRight", "End", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Terminal");
    expect((await shownCode(page)).join("")).toMatch(/^curl .*mcp-name: customers_delete/s);
  });

  it("open with the one that was chosen on another page, or that the address names", async () => {
    const page = await open("customers/delete/");
    await page.getByRole("tab", { name: "LangChain" }).click();
    await page.goto(`${site.url}tools/files/manage_link/`);
    await page.getByText("Call it", { exact: true }).click();
    expect((await shownCode(page)).join("")).toContain('name === "files.manage_link"');
    await page.goto(`${site.url}tools/files/manage_link/#call-mcp`);
    expect((await shownCode(page)).join("")).toContain('"method": "tools/call"');
  });

  it("can each be copied", async () => {
    const page = await open("customers/delete/", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    expect(await page.locator("call-tabs section button").count()).toBe(ways.length);
    await page.getByRole("tab", { name: "MCP" }).click();
    await page.locator("#call-mcp button").click();
    await page.locator("#call-mcp button", { hasText: "Copied" }).waitFor();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      method: "tools/call",
      params: { name: "customers_delete", arguments: { customerId: "cus_0042", reason: "duplicate" } },
    });
  });

  it("are coloured without an element for each word", async () => {
    const page = await open("customers/delete/");
    const names = await page.evaluate(() =>
      [...(CSS.highlights.get("listing-name") ?? [])].map((range) => `${range}`),
    );
    expect(names).toContain('"inputSchema"');
    expect(await page.locator(".listing span").count()).toBe(0);
  });
});

describe("what happens in a call", () => {
  const list = (page: Page): ReturnType<Page["locator"]> => page.locator(".call-steps li");
  const isSeen = (page: Page, selector: string): Promise<boolean> =>
    page.locator(selector).evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 100 && height > 50;
    });

  it("is a picture, and below it the list of steps, which says more", async () => {
    const page = await open("customers/delete/");
    expect([await isSeen(page, ".call-picture"), await isSeen(page, ".call-steps ol")]).toEqual([true, true]);
    const facts = list(page).filter({ hasText: /approves, or an operator|in a form of the client/ });
    expect(await facts.first().isVisible()).toBe(true);
    expect(await page.locator(".call-picture").getAttribute("aria-hidden")).toBe("true");
    expect(await page.locator(".call-picture .lane text").allTextContents()).toEqual(
      ["Person", "Agent's client", "Server", "Handler"].map((name) => expect.stringContaining(name)),
    );
    expect(await list(page).count()).toBe(await page.locator(".call-picture :is(.arrow, .box)").count());
    expect(await page.getByRole("listitem").filter({ hasText: "The person types a phrase" }).count()).toBe(1);
  });

  it("of steps is a picture of each, with what a kill in it means, also on a phone", async () => {
    const page = await open("collections/run_dunning/", { width: 360 });
    expect(await page.locator(".work-picture p code").allTextContents()).toEqual([
      "decide",
      "write_*",
      "suspend_*",
      "tell_*",
      "record_*",
    ]);
    expect(await page.locator(".work-picture .repeated p").count()).toBe(4);
    expect(await page.locator(".work-picture .doubt").allTextContents()).toEqual(Array(5).fill("unknown"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it("is the list alone where there is no room for the picture", async () => {
    const page = await open("customers/delete/", { width: 390 });
    expect([await page.locator(".call-picture").isVisible(), await isSeen(page, ".call-steps ol")]).toEqual([
      false,
      true,
    ]);
  });

  it("has no person where nobody is asked", async () => {
    const page = await open("account/ping/");
    expect(await page.locator(".call-picture .lane.person").count()).toBe(0);
  });
});

describe("the page of a tool", () => {
  it("shows its contract in words and as it is written, and names the lines", async () => {
    const page = await open("customers/delete/");
    const fold = page.locator("details", { has: page.getByText("Contract", { exact: true }) });
    await fold.locator("summary").click();
    expect(await fold.locator("pre").textContent()).toMatch(/^delete:.*title: Delete a customer/s);
    const place = (await page.getByText(/contracts\/customers\.yaml, lines \d+ to \d+/).textContent()) ?? "";
    expect(place).toMatch(/lines 1\d\d to 1\d\d/);
  });

  it("shows the question that a person sees", async () => {
    const page = await open("customers/delete/");
    await expect(
      page
        .getByText(/type: delete [0-9a-f]{6}/)
        .first()
        .isVisible(),
    ).resolves.toBe(true);
  });

  it("opens how its claims were tried for whoever follows the link to it, each time", async () => {
    const page = await open("payments/execute/");
    const fold = page.locator("details:has(#tried)");
    for (let time = 0; time < 2; time += 1) {
      await page.getByRole("link", { name: /^Verify: / }).click();
      await expect.poll(() => fold.evaluate((details) => (details as HTMLDetailsElement).open)).toBe(true);
      const top = await fold.locator("summary").evaluate((element) => element.getBoundingClientRect().top);
      expect(top > 0 && top < 900).toBe(true);
      await fold.locator("summary").click();
    }
  });

  it("shows label, question and call on three screens of a phone, before anything is opened", async () => {
    for (const path of ["emails/bulk_send/", "files/manage_link/", "collections/run_dunning/"]) {
      const page = await open(path, { width: 390 });
      const fold = page.locator(".tool-page details").first();
      const top = await fold.evaluate((element) => element.getBoundingClientRect().top + scrollY);
      expect([path, top <= 3 * 844 || top]).toEqual([path, true]);
      expect(await fold.locator("table").first().isVisible()).toBe(false);
    }
  });

  it("shows a label for each branch of a refined tool, none narrower than its words", async () => {
    const page = await open("files/manage_link/", { width: 820 });
    const labels = page.locator(".safety-label");
    expect(await labels.locator(".branch").allTextContents()).toEqual([
      "If action is show",
      "If action is revoke",
      "All other calls",
    ]);
    for (const width of await labels.evaluateAll((all) => all.map((each) => each.clientWidth)))
      expect(width).toBeGreaterThanOrEqual(300);
    expect(await labels.first().locator("dt").allTextContents()).toEqual([
      "Money",
      "Outsiders",
      "Private data",
      "Undo",
      "Who is asked",
      "Log-in, limit",
    ]);
  });

  it("has its label as a picture beside it, in the theme of the page that shows it", async () => {
    const page = await open("customers/delete/label.svg", { width: 360 });
    const paper = (): Promise<string> =>
      page.locator(".paper").evaluate((each) => getComputedStyle(each).fill);
    const light = await paper();
    await page.emulateMedia({ colorScheme: "dark" });
    expect([light, await paper()]).toEqual(["rgb(255, 255, 255)", "rgb(23, 24, 28)"]);
    const overflows = await page
      .locator("text")
      .evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().right > 360).map((each) => each.textContent),
      );
    expect(overflows).toEqual([]);
    const png = await (await page.request.get(`${site.url}tools/customers/delete/label.png`)).body();
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(["PNG", 720]);
  });

  it("has nothing to call where a tool is forbidden", async () => {
    const page = await open("secrets/read_password/");
    expect(await page.locator("call-tabs, .call-steps").count()).toBe(0);
    expect(await page.getByText("Nobody can find it or call it").count()).toBe(1);
  });
});
