import { expect, test } from "vitest";
import type { SitePage } from "../src/find/all-pages.ts";
import { forAgents } from "../src/find/for-agents.ts";
import { pageFacts } from "../src/facts/page-facts.ts";

const page = (id: string, body: string): SitePage => ({
  id,
  path: `${id}.md`,
  title: id,
  description: "",
  body,
  tool: undefined,
  answers: [],
});
const toolOf = (name: string, riskLevel: "low" | "forbidden"): SitePage => ({
  ...page(`tools/${name.replace(".", "/")}`, `About ${name}.`),
  tool: pageFacts.parse({ name, riskLevel, domain: "vault", category: "files" }),
});

test("agents read neither the page of a forbidden tool nor a line that names it", () => {
  const list = [
    "| [`vault.list`](../tools/vault/list.md) | low |",
    "| [`vault.open`](../tools/vault/open.md) | forbidden |",
    "Over MCP `vault_open`, at [its page](/tools/vault/open/).",
    "| [Forbidden](forbidden.md) | 1 |",
  ];
  const read = forAgents([
    toolOf("vault.list", "low"),
    toolOf("vault.open", "forbidden"),
    page("by-safety", list.join("\n")),
  ]);
  expect(read.map(({ id }) => id)).toEqual(["tools/vault/list", "by-safety"]);
  expect(read[1]?.body.split("\n")).toEqual([list[0], list[3]]);
});

test("a section of forbidden tools alone is left out, with the lines that link to it", () => {
  const head = ["| Tool | Risk |", "| --- | ---: |"];
  const open = "| [`vault.open`](../tools/vault/open.md) | forbidden |";
  const other = "| [`vault.list`](../tools/vault/list.md) | low |";
  const titles = ['## <a id="vault.open"></a>`vault:open`', '## <a id="vault.list"></a>`vault:list`'];
  const body = [
    "Permissions.",
    "",
    titles[0],
    "",
    "Opens it.",
    "",
    ...head,
    open,
    "",
    titles[1],
    "",
    ...head,
  ];
  const [read, domain] = forAgents([
    page("by-permission", [...body, open, other].join("\n")),
    page(
      "tools/vault",
      ["| [`vault:open`](a.md) | Opens it. |", "| [`vault:list`](b.md) | Lists. |"].join("\n"),
    ),
    toolOf("vault.open", "forbidden"),
    toolOf("vault.list", "low"),
  ]);
  expect(read?.body).toBe(["Permissions.", "", titles[1], "", ...head, other].join("\n"));
  expect(domain?.body).toBe("| [`vault:list`](b.md) | Lists. |");
});

test("a table of forbidden tools alone, outside of a section, is what it is without them", () => {
  const table = "| Tool | Risk |\n| --- | ---: |\n| [`vault.open`](vault/open.md) | forbidden |\n";
  const [read] = forAgents([page("forbidden", table), toolOf("vault.open", "forbidden")]);
  expect(read?.body).toBe("No tool that an agent can find.\n");
});

test("agents read of no domain in which all tools are forbidden, and no verb that only forbidden tools have", () => {
  const lines = [
    "| [`vault`](tools/vault/index.md) | 1 |",
    "  open_safe: # forbidden",
    "| [`notes`](b.md) | 1 |",
  ];
  const read = forAgents([
    page("tools/vault", "Where keys are."),
    page("overview", lines.join("\n")),
    toolOf("vault.open_safe", "forbidden"),
    {
      ...toolOf("notes.list", "low"),
      tool: pageFacts.parse({ name: "notes.list", riskLevel: "low", domain: "notes", category: "c" }),
    },
  ]);
  expect(read.map(({ id }) => id)).toEqual(["overview", "tools/notes/list"]);
  expect(read[0]?.body).toBe(lines[2]);
});
