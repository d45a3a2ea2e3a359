import axe from "axe-core";
import type { Page } from "./start-browser.ts";

/** By default, axe computes a selector for each element that passes. */
const options = { resultTypes: ["violations"], selectors: false, preload: false };

/**
 * What axe finds wrong in an element, by default in the whole page, and whether the page is wider than the screen. The browser's
 * debugger injects axe, because a page may allow no other scripts.
 */
export async function problemsOf(page: Page, element: string = "html"): Promise<readonly unknown[]> {
  const rules = { "color-contrast": { enabled: false } };
  const others = await violations(page, JSON.stringify(element), { rules });
  return [...others, ...(await colourProblemsOf(page, element)), ...(await widthProblemsOf(page))];
}

/** Which colours of an element cannot be read: of all texts with the same look, axe is shown one. */
export function colourProblemsOf(page: Page, element: string = "html"): Promise<readonly unknown[]> {
  const looks = `(() => {
    const found = new Map();
    const visit = (element, behind) => {
      const style = getComputedStyle(element);
      const isSeeThrough = style.backgroundColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none";
      const own = isSeeThrough ? "" : style.backgroundColor + style.backgroundImage;
      const background = behind + own + (style.opacity === "1" ? "" : style.opacity);
      const look = [background, style.color, style.fontSize, style.fontWeight, style.textShadow].join();
      const hasText = [...element.childNodes].some(({ data }) => data?.trim());
      if (hasText && !found.has(look) && element.checkVisibility()) found.set(look, element);
      for (const child of element.children) visit(child, background);
    };
    visit(document.querySelector(${JSON.stringify(element)}), "");
    return { include: [...found.values()] };
  })()`;
  return violations(page, looks, { runOnly: ["color-contrast"] });
}

/** By how many pixels a page is wider than the screen, if it is. */
export async function widthProblemsOf(page: Page): Promise<readonly unknown[]> {
  const tooWide = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  return tooWide > 0 ? [["wider than the screen", tooWide]] : [];
}

/** `context` is an expression that the page evaluates. */
async function violations(page: Page, context: string, rules: object): Promise<readonly unknown[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  return page.evaluate(`axe.run(${context}, ${JSON.stringify({ ...options, ...rules })}).then(
    ({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
  )`);
}
