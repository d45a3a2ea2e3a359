import { expect, test } from "vitest";
import { createGuard, isIdempotent } from "../src/index.ts";
import type { ToolSet } from "../src/index.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, fakeConnection } from "./fake-connection.ts";

const { tools } = createGuard(
  fakeConnection([], () => done()),
  {
    manifest: manifestOf(
      deletion({ permissions: ["customers:delete", "customers:read"] }),
      contract({ metadata: { tags: ["crud"], costTier: "expensive" } }),
      contract({
        name: "research.investigate_account",
        title: "Investigate",
        category: "research",
        permissions: [],
        hints: { ...contract().hints, agencyHint: true },
      }),
    ),
  },
);

function check(set: ToolSet, ...expected: string[]): void {
  expect(set.tools.map((tool) => tool.name)).toEqual(expected);
}

test("tools are sorted by name and found by it", () => {
  check(tools, "customers.delete", "customers.get", "research.investigate_account");
  expect(tools.get("customers.get")?.classification).toBe("read_only");
  expect(tools.get("constructor")).toBeUndefined();
});

test("filters narrow by every facet given", () => {
  check(tools.filter({ safety: "read_only" }), "customers.get", "research.investigate_account");
  check(tools.filter({ safety: "read_only", agency: "agentic" }), "research.investigate_account");
  check(tools.filter({ risk: "critical" }), "customers.delete");
  check(tools.filter({ tag: "crud" }), "customers.get");
});

test("grouping puts a tool in every group that it belongs to", () => {
  const groups = [...tools.groupBy("permission")].map(([value, members]) => [value, members.length]);
  expect(groups).toEqual([
    ["customers:delete", 1],
    ["customers:read", 2],
    ["none", 1],
  ]);
});

test("search wants every word, in any case", () => {
  check(tools.search("CUSTOMER delete"), "customers.delete");
  check(tools.search("research"), "research.investigate_account");
  check(tools.search("nothing like it"));
});

test("search finds a tool by any facet and by its metadata, and not by what it says it is not", () => {
  check(tools.search("customers:delete"), "customers.delete");
  check(tools.search("agentic"), "research.investigate_account");
  check(tools.search("destructive"), "customers.delete");
  check(tools.search("expensive"), "customers.get");
  check(tools.search("idempotent"), "customers.get", "research.investigate_account");
});

test("003: tools are filtered and grouped by the open map and its accessors as well", () => {
  check(tools.filter(isIdempotent), "customers.get", "research.investigate_account");
  const groups = tools.groupBy((tool) => [String(tool.metadata["costTier"] ?? "unknown")]);
  expect([...groups].map(([value, members]) => [value, members.length])).toEqual([
    ["expensive", 1],
    ["unknown", 2],
  ]);
});

test("000: agents and utilities are told apart", () => {
  check(tools.filter({ agency: "utility" }), "customers.delete", "customers.get");
  check(tools.filter({ agency: "agentic" }), "research.investigate_account");
});
