import { fileURLToPath } from "node:url";
import {
  colours,
  problemsOf,
  type ServedSite,
  serveFolder,
  useBrowser,
  widthProblemsOf,
} from "@proviso/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { pieceOf } from "../../../tooling/piece-of.ts";

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
  "diagnostics/contract/edit-cannot-narrow/",
  "changes/approvers/",
  "tools/",
  "404.html",
];

/** On a phone, the filters of this page are closed. */
const hasMoreOnDesks = new Set(["tools/"]);

describe("a page", () => {
  it.each(pieceOf(kinds, 9))(
    "is for everybody in both themes, and no wider than the screen: /%s",
    async (path) => {
      const page = await browser().newPage({ colorScheme: "light" });
      onTestFinished(() => page.close());
      const problems: unknown[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("request", (request) => request.url().startsWith(site.url) || problems.push(request.url()));
      await page.setViewportSize({ width: 360, height: 900 });
      await page.goto(site.url + path);
      problems.push(...(await problemsOf(page, "main")));
      await page.setViewportSize({ width: 820, height: 900 });
      problems.push(...(await widthProblemsOf(page)));
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator(':root[data-theme="dark"]').waitFor({ state: "attached" });
      problems.push(...(await problemsOf(page, "main", hasMoreOnDesks.has(path) ? {} : colours)));
      expect(problems).toEqual([]);
    },
  );

  it.each([390, 1280])("leads from home to the docs, at a width of %i", async (width) => {
    const page = await browser().newPage({ viewport: { width, height: 900 } });
    onTestFinished(() => page.close());
    await page.goto(site.url);
    expect(await page.locator("header").getByRole("link", { name: "Docs" }).count()).toBe(1);
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

it.each(["command-line/", "deploy/", "keys/"])(
  "the sidebar shows the entry of the page: /%s",
  async (path) => {
    const page = await browser().newPage({ viewport: { width: 1280, height: 844 } });
    onTestFinished(() => page.close());
    await page.goto(site.url + path);
    const entry = page.locator("#starlight__sidebar [aria-current=page]");
    await expect.poll(async () => ((await entry.boundingBox())?.y ?? Infinity) < 820).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  },
);
