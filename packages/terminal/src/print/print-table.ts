import { columnsOf } from "./columns-of.ts";
import { wrapText } from "./wrap-text.ts";

export interface TableOptions {
  /** Columns of the terminal. Without it, as for a file, no line is wrapped. */
  readonly width?: number | undefined;
  readonly paintTitle?: (title: string) => string;
  /** Colours a line of a cell. Does not change its width. */
  readonly paintCell?: (text: string, column: number) => string;
  /** Prints a row of a table that is too wide; by default a line a cell, and a blank line. */
  readonly printRow?: (cells: readonly string[]) => string;
}

type Cells = readonly string[];

const gap = "  ";

/** A table without frames, wrapped between words; if too wide, each row is a block. */
export function printTable(titles: Cells, rows: readonly Cells[], options: TableOptions = {}): string {
  const { width = Infinity, paintTitle = (title) => title, paintCell = (text) => text, printRow } = options;
  const widths = columnWidths(titles, rows, width);
  if (widths === undefined && printRow) return rows.map(printRow).join("\n");
  if (widths === undefined) return printBlocks(titles, rows, { width, paintTitle, paintCell });
  const print = (cells: Cells, paint: (text: string, column: number) => string): string =>
    linesOf(cells, widths, paint).join("\n");
  return [print(titles, paintTitle), ...rows.map((row) => print(row, paintCell))].join("\n");
}

function linesOf(
  cells: Cells,
  widths: readonly number[],
  paint: (text: string, column: number) => string,
): readonly string[] {
  const wrapped = widths.map((width, at) => wrapText(cells[at] ?? "", width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, at) => padded(lines[line] ?? "", widths[at] ?? 0, (text) => paint(text, at)))
      .join(gap)
      .trimEnd(),
  );
}

function padded(text: string, width: number, paint: (text: string) => string): string {
  return (text === "" ? "" : paint(text)) + " ".repeat(Math.max(0, width - columnsOf(text)));
}

/** Narrows the widest column that can be, to its longest word; undefined if too wide. */
function columnWidths(titles: Cells, rows: readonly Cells[], total: number): readonly number[] | undefined {
  const columns = titles.map((title, at) => [title, ...rows.map((row) => row[at] ?? "")]);
  const narrowest = columns.map((cells) =>
    Math.max(...cells.flatMap((cell) => cell.split(" ").map(columnsOf))),
  );
  const widths = columns.map((cells) => Math.max(...cells.map(columnsOf)));
  const room = total - gap.length * (titles.length - 1);
  while (sum(widths) > room) {
    const spare = widths.map((width, at) => (width > (narrowest[at] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) === 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function printBlocks(
  titles: Cells,
  rows: readonly Cells[],
  options: Required<Omit<TableOptions, "printRow">>,
): string {
  const { width = Infinity, paintTitle, paintCell } = options;
  const label = Math.max(...titles.map(columnsOf));
  const room = Math.max(1, width - label - gap.length);
  const printRow = (row: Cells): string =>
    titles
      .flatMap((title, at) =>
        wrapText(row[at] ?? "", room).map((text, line) =>
          `${padded(line === 0 ? title : "", label, paintTitle)}${gap}${paintCell(text, at)}`.trimEnd(),
        ),
      )
      .join("\n");
  return rows.map(printRow).join("\n\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
