import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@proviso/browser/start";
import type { Picture } from "./pictures.ts";
import { root, serveInbox, serveInspector, serveSite, type Served } from "./served.ts";

export const folder = join(root, "apps/docs/src/pictures");
export const maxBytes = 150_000;

const serve: Readonly<Record<Picture["from"], () => Promise<Served>>> = {
  site: serveSite,
  inspector: serveInspector,
  inbox: serveInbox,
};

/** Takes pictures in both themes, those of inspector and inbox on fresh data each. */
export async function takePictures(browser: Browser, pictures: readonly Picture[]): Promise<void> {
  const ofSite = pictures.filter(({ from }) => from === "site");
  for (const picture of pictures.filter(({ from }) => from !== "site"))
    for (const theme of ["light", "dark"] as const)
      await whileServed(serve[picture.from], (served) => take(browser, picture, theme, served));
  if (ofSite.length === 0) return;
  await whileServed(serveSite, async (served) => {
    for (const picture of ofSite)
      for (const theme of ["light", "dark"] as const) await take(browser, picture, theme, served);
  });
}

async function whileServed(
  start: () => Promise<Served>,
  act: (served: Served) => Promise<void>,
): Promise<void> {
  const served = await start();
  try {
    await act(served);
  } finally {
    await served.close();
  }
}

async function take(
  browser: Browser,
  { name, keepsWords, path = "", width, height, part, prepare }: Picture,
  colorScheme: "light" | "dark",
  { url, ready }: Served,
): Promise<void> {
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: "reduce",
    viewport: { width, height },
  });
  const page = await context.newPage();
  await page.goto(new URL(path, url).href + new URL(url).hash);
  await page.locator(ready).waitFor();
  await prepare?.(page);
  await page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)");
  // A picture cannot be compared with what it shows, but its words can.
  if (keepsWords) await writeFile(join(folder, `${name}.txt`), `${await page.locator(ready).innerText()}\n`);
  const data = await asWebp(page, part);
  await context.close();
  if (data.length > maxBytes) throw new Error(`${name} has ${data.length} bytes, more than ${maxBytes}`);
  const file = `${name}-${colorScheme}.webp`;
  await writeFile(join(folder, file), data);
  console.log(`${file}  ${Math.round(data.length / 1000)} kB`);
}

const margin = 12;

/** The browser itself writes WebP; Playwright does not offer it. */
async function asWebp(page: Page, part: string | undefined): Promise<Buffer> {
  const box = part === undefined ? undefined : await page.locator(part).boundingBox();
  const [x, y, width, height] = box
    ? [box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin].map(Math.round)
    : [0, 0, page.viewportSize()?.width, page.viewportSize()?.height];
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 60,
    captureBeyondViewport: box !== undefined,
    clip: { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0, scale: 2 },
  });
  return Buffer.from(data, "base64");
}
