import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ServedSite, serveFolder, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";

/** The built site: `turbo run test` builds it first. */
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(fileURLToPath(new URL("../dist/", import.meta.url)));
});
afterAll(() => site.close());

it.each([["explorer", "tools/"]])(
  "the picture %s shows what its page says; if not, run ./x pictures %s",
  async (name, path) => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${site.url}${path}`);
    const pictured = readFileSync(new URL(`../src/pictures/${name}.txt`, import.meta.url), "utf8");
    expect(`${await page.locator("main").innerText()}\n`).toBe(pictured);
  },
);
