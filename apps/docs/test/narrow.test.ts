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

async function open(path: string, width: number): Promise<Page> {
  const context = await browser().newContext({ viewport: { width, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(site.url + path);
  return page;
}

describe("a page on a phone or a tablet", () => {
  it.each([390, 820, 1280])("has each mark of a matrix under its heading, at %d pixels", async (width) => {
    const page = await open("at-a-glance/", width);
    const wrong = await page.locator(".matrix, .effect-risk").evaluateAll((tables) =>
      tables.flatMap((table) => {
        const rows = [...table.querySelectorAll("tr")].map((row) => [...row.children]);
        const lefts = (row: readonly Element[]): string =>
          row.map((cell) => Math.round(cell.getBoundingClientRect().left)).join(" ");
        const expected = lefts(rows[0] ?? []);
        return rows.slice(1).filter((row) => lefts(row) !== expected).length;
      }),
    );
    expect(wrong).toEqual([0, 0, 0]);
  });

  it("shows the name of a tool in its contract", async () => {
    const page = await open("tools/customers/delete/", 390);
    await page.getByText("Contract", { exact: true }).click();
    const name = page.locator(".tool-page details[open] thead th").nth(1);
    expect(await name.textContent()).toBe("customers.delete, over MCP customers_delete");
    expect((await name.boundingBox())?.height).toBeGreaterThan(10);
    expect(await name.evaluate((cell) => getComputedStyle(cell.closest("thead") ?? cell).clipPath)).toBe(
      "none",
    );
  });
});
