import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../src/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

function check(pattern: RegExp, ...expected: string[]): void {
  expect(files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual(expected);
}

test("one file imports each generation of the MCP SDK", () => {
  check(/from "@modelcontextprotocol\/sdk/, "connection/mcp.ts");
  check(/from "@modelcontextprotocol\/client/, "connection/mcp2.ts");
});
test("one file imports each framework, so that it costs nothing where it is not used", () => {
  check(/from "ai"/, "frameworks/ai-sdk.ts");
  check(/from "@openai\/agents"/, "frameworks/openai-agents.ts");
  check(/from "@lang(?:chain|graph)\//, "frameworks/langchain.ts");
  check(/from "@strands-agents\/sdk"/, "frameworks/strands.ts");
});
test("what a page may do without at its start is never imported at once", () => {
  check(
    /^import (?!type)[^;]*from "(?:[^"]*\/output-fault|[^"]*\/compare-overlay|@proviso\/manifest\/condition)/m,
  );
  check(/from "@cfworker\//, "call/linear-patterns.ts", "call/output-fault.ts");
});
test("nothing imports Node, so that the guard runs in a browser", () =>
  check(/from "node:|\bprocess\.|\bBuffer\b/));
