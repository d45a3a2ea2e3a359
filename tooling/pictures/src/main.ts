// Makes the pictures that are named, or all of them: see README.md.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { advice, findChromium, startBrowser } from "@proviso/browser/start";
import { drawCards } from "./cards.ts";
import { pictures } from "./pictures.ts";
import { demoText, recordings, themes, wordsOf } from "./recording.ts";
import { folder, takePictures } from "./screenshots.ts";
import { root } from "./served.ts";

const recording = "demo";
const cards = "cards";
const names = [recording, cards, ...pictures.map(({ name }) => name)];

/** A picture stays if its words do: times and ids would change it every time. */
async function recordDemo(): Promise<void> {
  const text = await demoText();
  for (const [kind, svgOf] of Object.entries(recordings))
    for (const [name, theme] of Object.entries(themes))
      await keepRecording(`${kind}-${name}.svg`, svgOf(text, theme));
}

async function keepRecording(name: string, svg: string): Promise<void> {
  const file = join(root, "assets", name);
  const before = await readFile(file, "utf8").catch(() => "");
  const isSame = styleOf(before) === styleOf(svg) && wordsOf(before).join("\n") === wordsOf(svg).join("\n");
  if (!isSame) await writeFile(file, svg);
  console.log(`${name}  ${isSame ? "unchanged" : `${Math.round(svg.length / 1000)} kB`}`);
}

function styleOf(svg: string): string {
  return svg.slice(0, svg.indexOf("<text"));
}

async function takeScreenshots(wanted: typeof pictures, withCards: boolean): Promise<void> {
  const chromium = await findChromium();
  if (!chromium) throw new Error(advice);
  await mkdir(folder, { recursive: true });
  const browser = await startBrowser(chromium);
  try {
    if (withCards) await drawCards(browser);
    await takePictures(browser, wanted);
  } finally {
    await browser.close();
  }
}

const given = process.argv.slice(2);
const unknown = given.filter((each) => !names.includes(each));
if (unknown.length > 0) {
  console.error(`./x pictures [NAME...]: there is no ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exitCode = 2;
} else {
  const wanted = given.length === 0 ? names : given;
  if (wanted.includes(recording)) await recordDemo();
  const screenshots = pictures.filter(({ name }) => wanted.includes(name));
  const withCards = wanted.includes(cards);
  if (withCards || screenshots.length > 0) await takeScreenshots(screenshots, withCards);
}
