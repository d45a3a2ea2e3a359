import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { advice, installedChromium, packagedChromium, type Chromium } from "./find-chromium.ts";

export type { Browser, Page } from "playwright-core";

/**
 * Starts a browser for the tests of a file or of a `describe`, and ends it afterwards. Without a browser the tests are skipped,
 * and the report says what to install; in CI they fail.
 */
export function useBrowser(find: () => Promise<Chromium | undefined> = findChromium): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const found = await find();
    browser = found && (await start(found));
    if (!browser && process.env["CI"]) throw new Error(advice);
    if (!browser) console.warn(`skipped: ${advice}`);
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

async function findChromium(): Promise<Chromium | undefined> {
  return installedChromium() ?? (await packagedChromium());
}

/** Its own temp folder, removed with it: its processes may remove their files after the browser is closed. */
async function start({ executablePath, env }: Chromium): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), "browser-"));
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env, TMPDIR: folder },
    args: ["--no-sandbox"],
  });
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return browser;
}
