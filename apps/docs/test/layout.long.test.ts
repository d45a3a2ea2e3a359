import { fileURLToPath } from "node:url";
import { allButColours, colours, type Page, problemsOf, useBrowser, widthProblemsOf } from "@proviso/browser";
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
  "diagnostics/contract/edit-cannot-narrow/",
  "changes/approvers/",
  "tools/",
  "404.html",
];

/** What a page lays out differently: a phone, a tablet, a desk. */
const looks: readonly (readonly [width: number, look: (page: Page) => Promise<readonly unknown[]>])[] = [
  [390, (page) => problemsOf(page, "main", allButColours)],
  [820, widthProblemsOf],
  [1280, (page) => problemsOf(page, "main")],
];

/** What is wrong with a page in the light theme, on a phone and on a desk, and with its colours in the dark one. */
async function problemsAt(page: Page, path: string): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  page.removeAllListeners();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => request.url().startsWith(site.url) || problems.push(request.url()));
  await page.goto(site.url + path);
  for (const [width, look] of looks) {
    await page.setViewportSize({ width, height: 900 });
    problems.push(...(await look(page)).map((problem) => [width, problem]));
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator(':root[data-theme="dark"]').waitFor({ state: "attached" });
  problems.push(...(await problemsOf(page, "main", colours)));
  await page.emulateMedia({ colorScheme: "light" });
  return problems.map((problem) => [path, problem]);
}

describe("a page", () => {
  it("is for everybody in both themes, and no wider than the screen", async () => {
    const context = await browser().newContext({ colorScheme: "light" });
    onTestFinished(() => context.close());
    const left = [...kinds];
    const problems = await Promise.all(
      [1, 2, 3].map(async () => {
        const page = await context.newPage();
        const found: unknown[] = [];
        for (let path = left.shift(); path !== undefined; path = left.shift())
          found.push(...(await problemsAt(page, path)));
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
