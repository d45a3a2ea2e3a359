import { afterAll, beforeAll, beforeEach, onTestFinished, TestRunner } from "vitest";
import type { Chromium } from "./find-chromium.ts";
import { advice, findChromium, startBrowser, type Browser } from "./start-browser.ts";

export { colours, problemsOf, widthProblemsOf } from "./problems-of.ts";
export { type ServedSite, serveFolder } from "./serve-folder.ts";
export type { Browser, Page } from "./start-browser.ts";

/**
 * Starts a browser for the tests of a file or of a `describe`, and ends it afterwards. What a test opens is closed with the test.
 * Without a browser the tests are skipped, and the report says what to install; in CI they fail.
 */
export function useBrowser(find: () => Promise<Chromium | undefined> = findChromium): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const found = await find();
    browser = found && (await startBrowser(found));
    if (!browser && process.env["CI"]) throw new Error(advice);
    if (!browser) console.warn(`skipped: ${advice}`);
    else closeWithTest(browser);
  });
  beforeEach(({ skip }) => {
    if (!browser) skip(advice);
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error("the browser is there while a test runs");
    return browser;
  };
}

/** An open page goes on asking its server for news, in a process of its own. */
function closeWithTest(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    if (TestRunner.getCurrentTest()) onTestFinished(() => context.close());
    return context;
  };
}
