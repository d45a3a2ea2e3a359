import { expect, test } from "vitest";
import type { SitePage } from "../src/find/all-pages.ts";
import { forAgents } from "../src/find/for-agents.ts";
import { pageFacts } from "../src/facts/page-facts.ts";

const page = (id: string, body: string): SitePage => ({
  id,
  path: `${id}.md`,
  title: id,
  body,
  tool: undefined,
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

test("a table of forbidden tools alone is what it is without them", () => {
  const head = ["| Tool | Risk |", "| --- | ---: |"];
  const open = "| [`vault.open`](../tools/vault/open.md) | forbidden |";
  const other = "| [`vault.list`](../tools/vault/list.md) | low |";
  const body = ["## vault:open", "", ...head, open, "", "## vault:list", "", ...head, open, other].join("\n");
  const [read] = forAgents([page("by-permission", body), toolOf("vault.open", "forbidden")]);
  expect(read?.body).toBe(
    ["## vault:open", "", "There is no such tool.", "", "## vault:list", "", ...head, other].join("\n"),
  );
});
