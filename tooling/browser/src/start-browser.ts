import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { installedChromium, packagedChromium, type Chromium } from "./find-chromium.ts";

export { advice } from "./find-chromium.ts";
export type { Browser, Page } from "playwright-core";

/** For a locator or a page: what takes a moment may take a minute on a busy machine. */
const patienceMs = 300_000;

export async function findChromium(): Promise<Chromium | undefined> {
  return installedChromium() ?? (await packagedChromium());
}

/** Its own temp folder, removed with it: its processes may remove their files after the browser is closed. */
export async function startBrowser({ executablePath, env }: Chromium): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), "browser-"));
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env, TMPDIR: folder },
    args: ["--no-sandbox"],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patienceMs);
    return context;
  };
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return browser;
}
