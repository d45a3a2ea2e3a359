import page from "../content/docs/versus.mdx?raw";
import type { Bar } from "./bars.ts";

/** A row of the last table of the page that `./x bench versus -u` writes, as bars. */
export function versusBars(row: string, unit: string): readonly Bar[] {
  const table = page.slice(page.indexOf("## Together")).split("\n");
  const [[, ...titles] = [], ...rows] = table.filter((line) => line.startsWith("|")).map(cellsOf);
  const [, ...values] = rows.find(([name]) => name === row) ?? [];
  if (values.length === 0) throw new Error(`the page about other frameworks has no row \`${row}\``);
  return titles.map((label, index) => ({
    label,
    value: Number(values[index]),
    unit,
    isOurs: label === "Proviso",
  }));
}

function cellsOf(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
