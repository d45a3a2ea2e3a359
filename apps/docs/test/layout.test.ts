import { fileURLToPath } from "node:url";
import { type Page, useBrowser } from "@proviso/browser";
import axe, { type RunOptions } from "axe-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ServedSite, serveFolder } from "./build-site.ts";

/** The built site: `turbo run test` builds it first. */
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(fileURLToPath(new URL("../dist/", import.meta.url)));
});
afterAll(() => site.close());

/** One page of each kind. */
const kinds = [
  "",
  "what-and-why/",
  "playground/",
  "benchmarks/",
  "security-model/",
  "glossary/",
  "develop/",
  "who-calls/",
  "statements/",
  "overview/",
  "tools/emails/bulk_send/",
  "tools/files/manage_link/",
  "tools/audit/disable_log/",
  "tools/emails/",
  "by-safety/",
  "by-safety/idempotent/",
  "by-permission/",
  "failure-modes/",
  "agents/",
  "at-a-glance/",
  "review/",
  "review/growth/",
  "language/",
];

/** What a page lays out differently: a phone, a tablet, a desk. */
const widths = [390, 820, 1280];

/** Axe computes a selector for each element that passes, unless told that nobody reads it. */
const cheap: RunOptions = { resultTypes: ["violations"], selectors: false, preload: false };

/** What is wrong with a page in the light theme, and with its colours in the dark one. */
async function problemsOf(page: Page, path: string): Promise<readonly unknown[]> {
  await page.goto(site.url + path);
  const problems: unknown[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (tooWide > 0) problems.push([path, width, tooWide]);
  }
  const violations = async (options: RunOptions): Promise<readonly unknown[]> =>
    page.evaluate(async (given) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run("main", given);
      return found.violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
    }, options);
  problems.push(...(await violations(cheap)));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator(':root[data-theme="dark"]').waitFor({ state: "attached" });
  problems.push(...(await violations({ ...cheap, runOnly: ["color-contrast"] })));
  await page.emulateMedia({ colorScheme: "light" });
  return problems.map((problem) => [path, problem]);
}

describe("a page", () => {
  it("is for everybody in both themes, and no wider than the screen", async () => {
    const context = await browser().newContext({ colorScheme: "light" });
    onTestFinished(() => context.close());
    await context.addInitScript(axe.source);
    const left = [...kinds];
    const problems = await Promise.all(
      [1, 2, 3].map(async () => {
        const page = await context.newPage();
        const found: unknown[] = [];
        for (let path = left.shift(); path !== undefined; path = left.shift())
          found.push(...(await problemsOf(page, path)));
        return found;
      }),
    );
    expect(problems.flat()).toEqual([]);
  });
});
