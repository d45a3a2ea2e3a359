import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import { yes } from "./harness.ts";
import { pairings } from "./sdk-servers.ts";

/** Servers of 2024 to 2026 use -32602 for many errors. */
const wire = { name: "notes_create", inputSchema: { type: "object" } };

describe.each(pairings)("$name", ({ name, connect }) => {
  async function check(message: string, expected: object): Promise<void> {
    const refuse = (): CallToolResult => {
      throw name.includes("2.x server")
        ? new ProtocolError(-32602, message)
        : new McpError(ErrorCode.InvalidParams, message);
    };
    const { connection } = await connect({ pages: [[wire]], answer: refuse });
    const result = await createGuard(connection, { confirm: yes }).call(wire.name, {});
    expect(result).toMatchObject({ ok: false, failure: expected });
  }

  test("a tool that is gone is unknown", async () => {
    await check("Unknown tool: notes_create", { code: "unknown_tool" });
    await check("Tool notes_create not found", { code: "unknown_tool" });
  });

  test("wrong arguments of an older SDK's server are said to be so, in its words", () =>
    check("Invalid arguments for tool notes_create: text is required", {
      code: "invalid_input",
      message: expect.stringContaining("text is required"),
    }));

  test("any other -32602 may come after an effect: its message is kept, and nothing is claimed of it", async () => {
    for (const message of [
      "Output validation error: id is missing",
      "Unknown tool: other",
      "Tool is sleeping",
    ])
      await check(message, { code: "outcome_unknown", message: expect.stringContaining(message) });
  });
});
