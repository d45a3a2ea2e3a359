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
  check(/from "@modelcontextprotocol\/sdk\//, ["adapters/mcp/sdk.ts"]);
  check(/from "@modelcontextprotocol\/server/, ["adapters/mcp2/sdk.ts"]);
  check(/from "@modelcontextprotocol\//, ["adapters/mcp/sdk.ts", "adapters/mcp2/sdk.ts"]);
});

test("nothing knows the MCP adapters, nor they each other; one file loads them late", () => {
  check(/from "(\.{1,2}\/)+(adapters\/)?mcp2?\//, []);
  check(/import\("\.\.\/adapters\/mcp2?\//, ["serve/either-sdk.ts"]);
});
