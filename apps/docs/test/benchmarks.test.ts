import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ServedSite, serveFolder, useBrowser } from "@proviso/browser";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { barsInWords, runs } from "../src/benchmarks/bars.ts";
import { headline } from "../src/benchmarks/headline.ts";
import { pictures } from "../src/benchmarks/pictures.ts";

const app = fileURLToPath(new URL("..", import.meta.url));

/** The built site: `turbo run test` builds it first. */
let site: ServedSite;
const browser = useBrowser();

beforeAll(async () => {
  site = await serveFolder(`${app}dist`);
});
afterAll(() => site.close());

it("every picture says its figures in words, and its bars are as long as they are", async () => {
  const page = await browser().newPage();
  onTestFinished(() => page.close());
  await page.goto(`${site.url}benchmarks/`);
  const drawn = await page.locator(".benchmark").evaluateAll((figures) =>
    figures.map((figure) => ({
      says: figure.querySelector("svg")?.getAttribute("aria-label") ?? "",
      title: figure.querySelector("figcaption")?.textContent ?? "",
      bars: [...figure.querySelectorAll("g")].map((bar) => {
        const [label, value] = [...bar.querySelectorAll("text")].map((text) => text.textContent.trim());
        return { label, value, width: Number(bar.querySelector("rect")?.getAttribute("width")) };
      }),
    })),
  );
  expect(drawn).toHaveLength(12);
  for (const { says, title, bars } of drawn) {
    expect(says).toBe(`${title}. ${bars.map(({ label, value }) => `${label}: ${value}`).join("; ")}.`);
    const numbers = bars.map(({ value = "" }) => Number(value.replaceAll(/[^\d.]/g, "")));
    const scales = bars.map(({ width }, index) => width / (numbers[index] ?? 0));
    for (const [index, { width }] of bars.entries())
      if (width > 2) expect(scales[index]).toBeCloseTo(Math.min(...scales), 3);
  }
});

it("the page as Markdown says the figures of every picture", async () => {
  const text = await (await fetch(`${site.url}benchmarks.md`)).text();
  const titled = [...text.matchAll(/^\*\*(.*)\*\*\n\s*(.*)$/gm)];
  expect(titled.map(([, , words]) => words)).toEqual(Object.values(pictures).map(barsInWords));
  expect(text).not.toContain("[on the page]");
});

it("says which budgets were missed", async () => {
  const page = await browser().newPage();
  onTestFinished(() => page.close());
  await page.goto(`${site.url}benchmarks/`);
  const missed = runs.flatMap(({ rows }) => rows.filter(({ met }) => met === false));
  expect(await page.getByText(/the budget is/).count()).toBe(missed.length);
  expect(missed.length).toBeGreaterThan(0);
});

it("the versions are those that `./x bench peers` installs", async () => {
  const pinned = await readFile(`${app}../../tooling/bench/kit/peers.mjs`, "utf8");
  for (const { versions } of runs)
    for (const [name, version] of Object.entries(versions))
      expect(pinned).toMatch(new RegExp(`"?${name}"?: "${version}"`));
});

it("the figures in texts are those of the runs", async () => {
  await expect(`${JSON.stringify(headline, undefined, 2)}\n`).toMatchFileSnapshot(
    `${app}src/benchmarks/headline.json`,
  );
});
