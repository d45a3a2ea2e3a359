// The results as a table for a terminal, and as tables for the page of the site.

const figures = [
  { key: "lines", says: "hand-written lines" },
  { key: "cpu", says: "processor time of 1,000 reads, ms" },
  { key: "listBytes", says: "bytes of the list of tools" },
  { key: "memory", says: "memory after them, MB" },
];

const cells = { true: "yes", false: "–", undefined: "n/a" };

/** `16 of 34`, of the checks that apply. */
function heldBy({ held }) {
  const applied = Object.values(held).filter((each) => each !== undefined);
  return `${applied.filter(Boolean).length} of ${applied.length}`;
}

/** Rows of cells, the first the head; a row of one cell is a group. */
function rowsOf(columns, checks) {
  const rows = [["", ...columns.map(({ title }) => title)]];
  let group;
  for (const check of checks) {
    if (check.group !== group) rows.push([(group = check.group)]);
    rows.push([check.says, ...columns.map(({ held }) => cells[held[check.says]])]);
  }
  rows.push(["Together"], ["checks that hold, of those that apply", ...columns.map(heldBy)]);
  for (const { key, says } of figures)
    if (columns[0]?.[key] !== undefined) rows.push([says, ...columns.map((column) => column[key])]);
  return rows;
}

export function printTable(columns, checks) {
  const rows = rowsOf(columns, checks);
  const width = Math.max(...rows.map(([head]) => head.length)) + 2;
  const print = ([head, ...rest]) =>
    rest.length === 0
      ? `\n${head}`
      : `  ${head.padEnd(width)}${rest.map((cell) => String(cell).padStart(14)).join("")}`;
  return rows.map(print).join("\n");
}

/** The tables of the page. */
export function printTables(columns, checks) {
  const [head, ...rows] = rowsOf(columns, checks);
  const payments = columns.map(({ title, seen }) => [title, times(seen.fifty), times(seen.killed)]);
  const groups = rows.flatMap((row, at) => {
    if (row.length > 1) return [];
    const end = rows.findIndex(({ length }, later) => later > at && length === 1);
    return `## ${row[0]}\n\n${markdown([head, ...rows.slice(at + 1, end < 0 ? rows.length : end)])}`;
  });
  return [
    markdown([["", "fifty equal refunds at once", "killed after the payment, then repeated"], ...payments]),
    ...groups,
  ].join("\n\n");
}

const times = (count) => `paid ${{ 1: "once", 2: "twice" }[count] ?? `${count} times`}`;
const markdown = ([head, ...rows]) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
