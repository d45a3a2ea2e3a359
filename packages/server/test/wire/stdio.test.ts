import { spawn } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { expect, test } from "vitest";

const program = new URL("../ways/fixtures/stdio-server.ts", import.meta.url).pathname;

test.each(["mcp", "mcp2"])("a server of %s ends when its parent closes the input", async (adapter) => {
  const child = spawn(process.execPath, [program, adapter, "anna", devNull], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
