import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../src/", import.meta.url).pathname;

function check(pattern: RegExp, expected: readonly string[]): void {
  const files = globSync("**/*.ts", { cwd: root }).filter((file) =>
    pattern.test(readFileSync(root + file, "utf8")),
  );
  expect(files.toSorted()).toEqual(expected);
}

test("one file imports the MCP SDK", () => check(/from "@modelcontextprotocol\//, ["mcp/sdk.ts"]));

test("the pipeline does not know the MCP adapter", () => check(/from "\.\.?\/(\.\.\/)?mcp[./]/, ["mcp.ts"]));
