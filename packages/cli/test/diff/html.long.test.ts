import { type Page, useBrowser } from "@proviso/browser";
import { expect, onTestFinished, test } from "vitest";
import { markedLines } from "../../src/diff/change-card.ts";
import { createGitProject } from "./git.ts";

const browser = useBrowser();
/** Closes every possible surrounding element, and would then run. */
const hostile = `</title></style></pre>--><script>globalThis.hostile = 1</script><img src=https://evil.test/x onerror="globalThis.hostile = 1">'"`;

/** The page about a project that asks for less, takes less, and has a hostile description. */
async function written(): Promise<string> {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) =>
    text
      .replace("permissions: [notes:write]", "permissions: []")
      .replace("riskLevel: low", "riskLevel: low\n    confirmation: always")
      .replace(/description: Adds a note.*/, () => `description: ${JSON.stringify(hostile)}`),
  );
  const { out } = await project.proviso("diff --against main --format html");
  return out;
}

async function opened(text: string): Promise<{ readonly page: Page; readonly requests: readonly string[] }> {
  const context = await browser().newContext({ viewport: { width: 390, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.setContent(text);
  return { page, requests };
}

test("each change has its verdict in words beside its colour, and both values", async () => {
  const { page } = await opened(await written());
  expect(await page.locator(".change h3 .mark").allTextContents()).toEqual([
    "▼ loosened",
    "▲ tightened",
    "▲ tightened",
    "= as strict",
  ]);
  const loosened = page.locator(".change.loosened");
  expect(await loosened.locator("h3").textContent()).toBe(
    "▼ loosened notes.create no longer requires the permission notes:write",
  );
  expect(await loosened.locator(".values").innerText()).toMatch(/Before\s+- notes:write\s+After\s+absent/);
  expect(await loosened.locator(".place").innerText()).toMatch(
    /contracts\/notes\.yaml:14, kind permission-no-longer-required, fingerprint [0-9a-f]{16}$/,
  );
});

test("contract text stays text, and nothing is asked for", async () => {
  const { page, requests } = await opened(await written());
  expect(await page.evaluate(() => "hostile" in globalThis)).toBe(false);
  expect(await page.locator("script, img").count()).toBe(0);
  const shown = await page.locator(".change.unchanged ins").textContent();
  expect(shown).toContain(hostile);
  expect(requests).toEqual([]);
});

test("a page that holds a script all the same does not run it", async () => {
  const page = (await written()).replace("</main>", `<script>globalThis.hostile = 1</script></main>`);
  const opening = await opened(page);
  expect(await opening.page.locator("script").count()).toBe(1);
  expect(await opening.page.evaluate(() => "hostile" in globalThis)).toBe(false);
});

test("verdicts are shown and hidden without a script, and the page fits a phone", async () => {
  const { page } = await opened(await written());
  await page.locator("#show-unchanged").uncheck();
  expect(await page.locator(".change:visible").count()).toBe(3);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
});

test("only the lines that differ are marked", () => {
  const { before, after } = markedLines(["{", "a", "b", "}"], ["{", "a", "c", "d", "}"]);
  const marked = (lines: typeof before): string =>
    lines
      .filter(({ isChanged }) => isChanged)
      .map(({ text }) => text)
      .join("");
  expect([marked(before), marked(after)]).toEqual(["b", "cd"]);
});
