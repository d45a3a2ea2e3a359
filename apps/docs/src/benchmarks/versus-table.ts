import page from "../content/docs/versus.mdx?raw";
import type { Bar } from "./bars.ts";

/** When and where the comparison ran, with the command, as the page says it. */
export const versusRun = /^Run on .*?\.$/m.exec(page)?.[0].replaceAll("`", "") ?? "";

/** A row of the last table of the page that `./x bench versus -u` writes, as bars. What has no server has no figure in some rows. */
export function versusBars(row: string, unit: string): readonly Bar[] {
  const table = page.slice(page.indexOf("## Together")).split("\n");
  const [[, ...titles] = [], ...rows] = table.filter((line) => line.startsWith("|")).map(cellsOf);
  const [, ...values] = rows.find(([name]) => name === row) ?? [];
  if (values.length === 0) throw new Error(`the page about other frameworks has no row \`${row}\``);
  return titles.flatMap((label, index) =>
    values[index] === "n/a"
      ? []
      : [{ label, value: Number(values[index]), unit, isOurs: label === "Proviso" }],
  );
}

/** How often a framework paid, where it had to pay once. */
export interface Payments {
  readonly label: string;
  readonly times: number;
  readonly isOurs: boolean;
}

/** The first table of that page: what happened, and how often each framework paid. */
export function payments(): readonly { readonly title: string; readonly rows: readonly Payments[] }[] {
  const [, table = ""] = page.split(/\n\n(?=\|)/, 2);
  const [[, ...titles] = [], , ...rows] = table.split("\n\n", 1).join("").split("\n").map(cellsOf);
  return titles.map((title, index) => ({
    title,
    rows: rows.map(([label = "", ...cells]) => ({
      label,
      times: timesOf(cells[index]),
      isOurs: label === "Proviso",
    })),
  }));
}

function timesOf(cell: string = ""): number {
  const [, words = ""] = /^paid (once|twice|\d+ times)$/.exec(cell) ?? [];
  const times = words === "once" ? 1 : words === "twice" ? 2 : Number.parseInt(words, 10);
  if (Number.isNaN(times))
    throw new Error(`the page about other frameworks says no number of payments: ${cell}`);
  return times;
}

function cellsOf(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
