import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@proviso/browser/start";
import { root } from "./served.ts";

export const cardFolder = join(root, "packages/site/src/cards");

interface Card {
  readonly name: string;
  readonly colour: string;
  readonly title: string;
  readonly says: readonly [string, string];
  /** Of five steps. */
  readonly steps: number;
}

const tool = ["A tool and its contract: what it changes,", "who may call it, and who is asked."] as const;

/** One for each kind of page. Colours are those of `site.css` in the dark theme. */
export const cards: readonly Card[] = [
  { name: "low", colour: "#5cc98b", title: "Low risk", says: tool, steps: 1 },
  { name: "medium", colour: "#6fb1ff", title: "Medium risk", says: tool, steps: 2 },
  { name: "high", colour: "#f0b455", title: "High risk", says: tool, steps: 3 },
  { name: "critical", colour: "#ff8078", title: "Critical risk", says: tool, steps: 4 },
  {
    name: "forbidden",
    colour: "#c3c3cc",
    title: "Forbidden",
    says: ["A tool that no agent can find or call,", "with the contract that says so."],
    steps: 5,
  },
  {
    name: "page",
    colour: "#8aa0ff",
    title: "Tools by contract",
    says: ["What each tool may do, to whom,", "and when a person must say yes."],
    steps: 0,
  },
];

const [width, height] = [1200, 630];

const line = (text: string, index: number): string =>
  `<text x="90" y="${320 + index * 56}" font-size="42" fill="#d5d7de">${text}</text>`;

function svgOf({ colour, title, says, steps }: Card): string {
  const step = (index: number): string =>
    `<rect x="${90 + index * 120}" y="470" width="100" height="28" rx="14" fill="${steps === 0 || index < steps ? colour : "#3a3d46"}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Open Sans, DejaVu Sans, sans-serif">
<rect width="${width}" height="${height}" fill="#17181c"/><rect width="24" height="${height}" fill="${colour}"/>
<text x="88" y="220" font-size="104" font-weight="700" fill="${colour}">${title}</text>
${says.map(line).join("")}${[0, 1, 2, 3, 4].map(step).join("")}
</svg>`;
}

/** The pictures that are shown where somebody posts the address of a page. */
export async function drawCards(browser: Browser): Promise<void> {
  await mkdir(cardFolder, { recursive: true });
  const page = await browser.newPage({ viewport: { width, height } });
  for (const card of cards) {
    await page.setContent(`<body style="margin:0">${svgOf(card)}</body>`);
    const data = await page.screenshot();
    await writeFile(join(cardFolder, `${card.name}.png`), data);
    console.log(`${card.name}.png  ${Math.round(data.length / 1000)} kB`);
  }
  await page.close();
}
