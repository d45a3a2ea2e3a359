import { escapeText } from "@proviso/manifest";

/** What a spreadsheet takes for a formula, in a cell or behind a possible separator. */
const formula = /(^|[;,\t])([\s"']*)(?=[=+\-@|%\uff0b\uff0d\uff1d\uff20])/g;

/** A line of CSV (RFC 4180). No cell is a formula, whatever the expected separator. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: string | number | boolean): string {
  const text = typeof cell === "boolean" ? (cell ? "yes" : "no") : String(cell);
  const line = escapeText(text.replaceAll(/\s+/g, " "));
  const safe = line.replaceAll(formula, "$1$2'");
  return `"${safe.replaceAll('"', '""')}"`;
}
