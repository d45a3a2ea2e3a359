// The results as a table for a terminal, and as the page of the site.

const memory = { key: "memory", says: "memory after them, MB" };
const figures = [
  { key: "lines", says: "hand-written lines" },
  { key: "cpu", says: "milliseconds of processor time for 1,000 reads" },
  { key: "listBytes", says: "bytes of the list of tools" },
  { key: "modelBytes", says: "of these, names, descriptions and arguments" },
  { key: "factBytes", says: "of these, facts of the contract in `_meta`" },
  { key: "planBytes", says: "of these, a tool that plans the refund" },
  memory,
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
    if (columns[0]?.[key] !== undefined)
      rows.push([
        says,
        ...columns.map((column) => (isComparable(key, column) ? column[key] : cells.undefined)),
      ]);
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

/** What runs in process has no server to compare, but lines. */
const isComparable = (key, { kind }) => key === "lines" || kind === "mcp";

/** The figures in which others are below Proviso, the first column. */
function smaller([ours, ...others]) {
  return [...figures.slice(0, 3), memory].map(({ key, says }) => {
    const fewer = others
      .filter((each) => each[key] < ours[key] && isComparable(key, each))
      .map((each) => `${each.title} (${each[key]})`);
    const less = key === "memory" ? "Less memory after the reads, in MB," : `Fewer ${says}`;
    return `- ${less} than Proviso's ${ours[key]}: ${fewer.join(", ") || "none"}.`;
  });
}

const times = (count) => ({ 1: "once", 2: "twice" })[count] ?? `${count} times`;

/** `facts`: of the run, by `runFacts`. */
export function printPage(columns, checks, facts) {
  const rows = rowsOf(columns, checks);
  const [head] = rows;
  const table = (part) =>
    [head, head.map(() => "---"), ...part].map((row) => `| ${row.join(" | ")} |`).join("\n");
  const groups = [];
  for (const row of rows.slice(1)) {
    if (row.length === 1) groups.push({ title: row[0], rows: [] });
    else groups.at(-1).rows.push(row);
  }
  const section = ({ title, rows: part }) => `## ${title}\n\n${table(part)}`;
  const payments = columns.map(({ title, seen }) => [title, times(seen.fifty), times(seen.killed)]);
  return `---
title: Proviso and other frameworks
description: The same five tools on Proviso, MCP's own SDK, fastmcp, mcp-use and the AI SDK, and what each of them holds.
answers:
  - How does it compare with fastmcp, mcp-use or the AI SDK?
---

{/* Written by \`./x bench versus -u\`. Do not edit. */}

Five tools of a small shop (show an order, refund it, send an email, erase a customer, search reviews) over the same code and the same
database, written for each framework as its documentation shows. One script makes the same calls to all of them. The authors of Proviso chose its
forty checks. fastmcp is the npm package for TypeScript, not Python's FastMCP.

| | fifty equal refunds at once | killed after the payment, then repeated |
| --- | --- | --- |
${payments.map(([title, fifty, killed]) => `| ${title} | paid ${fifty} | paid ${killed} |`).join("\n")}

${section(groups.at(-1))}

Run on ${facts.date}: ${facts.machine}, Node.js ${facts.node}. \`./x bench versus\` in a checkout repeats it.

## Where the others are better

${smaller(columns).join("\n")}
- The AI SDK's approvals are part of a chat interface.
- fastmcp has resources, prompts, streaming output, OAuth proxies and an edge runtime.
- mcp-use renders views in hosts that show MCP Apps, and has a hot reload, an inspector and deployment.
- MCP's own SDK has every part of the protocol first, also those that are not tools. Proviso's server runs on it.
- None of them has a language to learn, or code to generate.

Proviso's list is larger because it says more: facts of the contract in \`_meta\`, the shape of every result, a title of each tool, what a
repeated call returns, and a tool that plans the refund without paying. The rows “of these” do not add up: that tool's name, arguments and facts
count in the two rows above it too, and shapes of results, hints and titles have no row.

${groups.slice(0, -1).map(section).join("\n\n")}

## How to read this

Nobody added by hand what a framework does not have. A team can write an idempotency store, an audit trail or a limit for any of these
frameworks; the table says what is there without it. Where a framework documents a part for it, such as the MCP SDK's codec for the state of
a question, its server uses that part.

- \`–\`: the check does not hold, for whatever reason.
- \`n/a\`: the check or the figure needs a server, and the AI SDK's tools are functions inside the agent's program.
- fastmcp and the AI SDK ask within a running call. An answer cannot reach another call, so three checks hold by the protocol.
- The four checks of records read what a framework keeps of its calls. A framework whose records can be read back would pass the first
  three; none of these keeps any. The fourth needs records that are signed or chained.
- Failures count as uncertain, as coded or as repeatable by any usual word for it, in any field.

Processor time and memory are medians of three rounds, in which the frameworks take turns, on a machine that others use too. Hand-written lines of Proviso include the
contract.
`;
}
