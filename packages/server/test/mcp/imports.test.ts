import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../src/", import.meta.url).pathname;

function check(pattern: RegExp, expected: readonly string[]): void {
  const files = globSync("**/*.ts", { cwd: root }).filter((file) =>
    pattern.test(readFileSync(root + file, "utf8")),
  );
  expect(files.toSorted()).toEqual(expected);
}

test("one file an adapter imports its MCP SDK", () => {
  check(/from "@modelcontextprotocol\/sdk\//, ["mcp/sdk.ts"]);
  check(/from "@modelcontextprotocol\/server/, ["mcp2/sdk.ts"]);
  check(/from "@modelcontextprotocol\//, ["mcp/sdk.ts", "mcp2/sdk.ts"]);
});

test("nothing knows the MCP adapters, nor they each other", () => {
  check(/from "\.\.?\/(\.\.\/)?mcp[./]/, ["mcp.ts"]);
  check(/from "\.\.?\/(\.\.\/)?mcp2[./]/, ["mcp2.ts"]);
});
