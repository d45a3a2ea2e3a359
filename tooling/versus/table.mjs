// The results as a table for a terminal, and as the page of the site.

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

const times = (count) => ({ 1: "once", 2: "twice" })[count] ?? `${count} times`;

export function printPage(columns, checks) {
  const rows = rowsOf(columns, checks);
  const [head] = rows;
  const table = (part) =>
    [head, head.map(() => "---"), ...part].map((row) => `| ${row.join(" | ")} |`).join("\n");
  const groups = [];
  for (const row of rows.slice(1)) {
    if (row.length === 1) groups.push({ title: row[0], rows: [] });
    else groups.at(-1).rows.push(row);
  }
  const payments = columns.map(({ title, seen }) => [title, times(seen.fifty), times(seen.killed)]);
  return `---
title: Proviso and other frameworks
description: The same five tools on Proviso, MCP's own SDK, fastmcp, mcp-use and the AI SDK, and what each of them holds.
answers:
  - How does it compare with fastmcp, mcp-use or the AI SDK?
---

{/* Written by \`./x bench versus -u\`. Do not edit. */}

Five tools of a small shop (show an order, refund it, send an email, erase a customer, search reviews) over the same code and the same
database, written for each framework as its documentation shows. One script makes the same calls to all of them.

| | fifty equal refunds at once | killed after the payment, then repeated |
| --- | --- | --- |
${payments.map(([title, fifty, killed]) => `| ${title} | paid ${fifty} | paid ${killed} |`).join("\n")}

${groups.map(({ title, rows: part }) => `## ${title}\n\n${table(part)}`).join("\n\n")}

## How to read this

Nobody added by hand what a framework does not have. A team can write an idempotency store, an audit trail or a limit for any of these
frameworks; the table says what is there without it. Where a framework documents a part for it, such as the MCP SDK's codec for the state of
a question, its server uses that part.

- \`–\`: the check does not hold, for whatever reason.
- \`n/a\`: the check needs a server, and the AI SDK's tools are functions inside the agent's program.
- fastmcp and the AI SDK ask within a running call. An answer cannot reach another call, so three checks hold by the protocol.
- The four checks of records read what a framework keeps of its calls. A framework whose records can be read back would pass the first
  three; none of these keeps any. The fourth needs records that are signed or chained.
- Failures count as uncertain, as coded or as repeatable by any usual word for it, in any field.

Processor time was taken on a shared machine: read differences of less than half as none. Hand-written lines of Proviso include the contract. The AI SDK's tools run inside the agent's program and not behind MCP: its processor time and memory are those of a
program that also runs a scripted model, and are not comparable.

## Where the others are better

- The AI SDK needs less than half the lines, and its approvals are part of a chat interface.
- All of them list the tools in about half the bytes. fastmcp has resources, prompts, streaming output, OAuth
  proxies and an edge runtime.
- mcp-use renders views in hosts that show MCP Apps, and has a hot reload, an inspector and deployment.
- MCP's own SDK has every part of the protocol first, also those that are not tools. Proviso's server runs on it.
- None of them has a language to learn, or code to generate.
`;
}
