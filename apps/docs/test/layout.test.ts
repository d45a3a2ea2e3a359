import { fileURLToPath } from "node:url";
import { useBrowser } from "@proviso/browser";
import axe from "axe-core";
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

describe("a page", () => {
  it.each(["light", "dark"] as const)(
    "is for everybody, and no wider than the screen: %s",
    async (colorScheme) => {
      const context = await browser().newContext({ colorScheme });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const problems: unknown[] = [];
      for (const path of kinds) {
        await page.goto(site.url + path);
        for (const width of [390, 820, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (tooWide > 0) problems.push([path, width, tooWide]);
        }
        await page.evaluate(axe.source);
        const violations = await page.evaluate(async () => {
          const found = await (globalThis as unknown as { axe: typeof axe }).axe.run("main");
          return found.violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
        });
        problems.push(...violations.map((violation) => [path, violation]));
      }
      expect(problems).toEqual([]);
    },
  );
});
