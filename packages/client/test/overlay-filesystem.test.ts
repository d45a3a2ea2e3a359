// The public filesystem server, which has no contracts, behind contracts of this client.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StdioClientTransport as Transport2 } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { Confirm, McpConnection } from "../src/index.ts";
import { connectMcpClient as connect1 } from "../src/connection/mcp.ts";
import { connectMcpClient as connect2 } from "../src/connection/mcp2.ts";
import { contract, destructive, manifestOf, mode } from "./contract.ts";
import { yes } from "./harness.ts";

const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const path: JsonObject = { type: "string" };
const outputSchema = object({ content: { type: "string" } }, ["content"]);
const failureModes = [mode("invalid_input"), mode("internal_error"), mode("outcome_unknown")];
const head: JsonObject = { type: "number" };

const read: ToolContract = contract({
  name: "files.read",
  wireName: "read_text_file",
  inputSchema: object({ path, head, tail: head }, ["path"]),
  outputSchema,
  failureModes,
});
const write: ToolContract = contract({
  name: "files.write",
  wireName: "write_file",
  riskLevel: "high",
  autonomousExecution: false,
  confirmation: { kind: "always" },
  hints: destructive,
  sideEffects: [{ kind: "updates", description: "The file.", reversible: false, external: false }],
  inputSchema: object({ path, content: { type: "string" } }, ["path", "content"]),
  outputSchema,
  failureModes,
});
/** The tool as an earlier version of the server may have listed it. */
const list: ToolContract = contract({
  name: "files.list",
  wireName: "list_directory",
  inputSchema: object({ path, hidden: { type: "boolean" } }, ["path"]),
  outputSchema,
});
const contracts = manifestOf(read, write, list);

const program = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-filesystem/dist/index.js",
);

const sdks: readonly (readonly [string, (command: Command) => Promise<McpConnection>])[] = [
  ["1.x", (command) => connect1(new Transport1(command))],
  ["2.x", (command) => connect2(new Transport2(command))],
];
type Command = ConstructorParameters<typeof Transport1>[0];

describe.each(sdks)("over SDK %s", (_version, connect) => {
  async function start(confirm?: Confirm) {
    const folder = mkdtempSync(join(tmpdir(), "proviso-files-"));
    writeFileSync(join(folder, "note.txt"), "one\ntwo\n");
    const connection = await connect({
      command: process.execPath,
      args: [program, folder],
      stderr: "ignore",
    });
    onTestFinished(async () => {
      await connection.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return { folder, guard: createGuard(connection, { contracts, ...(confirm ? { confirm } : {}) }) };
  }

  test("a read runs, a write asks, and a tool that is another one by now is refused", async () => {
    const asked: string[] = [];
    const { folder, guard } = await start((request) => {
      asked.push(request.kind === "call" ? request.tool : "a question");
      return yes(request);
    });
    const note = join(folder, "note.txt");
    expect(await guard.call("files.read", { path: note, head: 1 })).toMatchObject({
      ok: true,
      value: { content: "one" },
    });
    expect(await guard.call("files.list", { path: folder })).toMatchObject({
      failure: { code: "refused_by_guard", details: { reasons: ["loosened"] } },
    });
    expect(asked).toEqual([]);
    expect((await guard.call("files.write", { path: note, content: "three" })).ok).toBe(true);
    expect([asked, readFileSync(note, "utf8")]).toEqual([["files.write"], "three"]);
  });

  test("without a person nothing is written, and what the server refuses is told", async () => {
    const { folder, guard } = await start();
    const file = join(folder, "new.txt");
    expect(await guard.call("files.write", { path: file, content: "x" })).toMatchObject({
      failure: { code: "refused_by_guard" },
    });
    expect(existsSync(file)).toBe(false);
    expect(await guard.call("files.read", { path: "/etc/hostname" })).toMatchObject({
      failure: { code: "internal_error", message: expect.stringContaining("outside allowed directories") },
    });
    const { drift, tools } = await guard.inspect();
    expect(drift.find(({ tool }) => tool === "files.list")?.changes).toEqual([
      { what: "inputSchema", verdict: "loosened" },
    ]);
    expect(tools.get("files.read")?.contract).toBeDefined();
    expect(tools.get("move_file")?.classification).toBe("unclassified");
  });
});
