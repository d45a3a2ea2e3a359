import axe, { type RunOptions } from "axe-core";
import type { Page } from "./start-browser.ts";

/** By default, axe computes a selector for each element that passes. */
const options: RunOptions = { resultTypes: ["violations"], selectors: false, preload: false };

/** The rules about what differs between the themes of a page. */
export const colours: RunOptions = { runOnly: ["color-contrast"] };

/**
 * What axe finds wrong in an element, by default in the whole page, and whether the page is wider than the screen. The browser's
 * debugger injects axe, because a page may allow no other scripts.
 */
export async function problemsOf(
  page: Page,
  element: string = "html",
  rules: RunOptions = {},
): Promise<readonly unknown[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const found: readonly unknown[] =
    await page.evaluate(`axe.run(${JSON.stringify(element)}, ${JSON.stringify({ ...options, ...rules })}).then(
    ({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
  )`);
  return [...found, ...(await widthProblemsOf(page))];
}

/** By how many pixels a page is wider than the screen, if it is. */
export async function widthProblemsOf(page: Page): Promise<readonly unknown[]> {
  const tooWide = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  return tooWide > 0 ? [["wider than the screen", tooWide]] : [];
}
