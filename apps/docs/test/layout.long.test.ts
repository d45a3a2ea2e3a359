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
  "review/",
  "review/growth/",
  "language/",
  "diagnostics/contract/edit-cannot-narrow/",
  "changes/approvers/",
  "tools/",
  "404.html",
];

/** What a page lays out differently: a phone, a tablet, a desk. */
const widths = [390, 820, 1280];

/** Axe computes a selector for each element that passes, unless told that nobody reads it. */
const cheap: RunOptions = { resultTypes: ["violations"], selectors: false, preload: false };

/** What is wrong with a page in the light theme, on a phone and on a desk, and with its colours in the dark one. */
async function problemsOf(page: Page, path: string): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  page.removeAllListeners();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => request.url().startsWith(site.url) || problems.push(request.url()));
  await page.goto(site.url + path);
  const violations = async (options: RunOptions): Promise<readonly unknown[]> =>
    page.evaluate(async (given) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run("main", given);
      return found.violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
    }, options);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (tooWide > 0) problems.push([width, tooWide]);
    if (width === 390)
      problems.push(...(await violations({ ...cheap, rules: { "color-contrast": { enabled: false } } })));
  }
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

  it("does not move where a reader wants no motion", async () => {
    const moving = (): readonly string[] =>
      [...document.querySelectorAll("*")].flatMap((element) =>
        [undefined, "::before", "::after"].flatMap((part) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, part);
          const isStill =
            animationName === "none" &&
            transitionDuration.split(", ").every((each) => each === "0s") &&
            scrollBehavior === "auto";
          return isStill ? [] : [`${element.tagName}.${element.className}${part ?? ""}`];
        }),
      );
    const found = new Map<string, readonly string[]>();
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      const page = await browser().newPage({ reducedMotion });
      onTestFinished(() => page.close());
      await page.goto(`${site.url}tools/emails/bulk_send/`);
      found.set(reducedMotion, await page.evaluate(moving));
    }
    expect(found.get("no-preference")).not.toEqual([]);
    expect(found.get("reduce")).toEqual([]);
  });
});
