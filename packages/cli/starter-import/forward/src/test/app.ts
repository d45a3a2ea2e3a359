import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryState } from "@proviso/server";
import { createApp } from "../app.ts";
import { toolNames } from "../generated/schemas/index.ts";
import { tools } from "../tools.ts";
import { createUpstream } from "../upstream.ts";

test("every tool is one of the original server", () => {
  const names = Object.values(toolNames).flatMap((methods) => Object.values(methods));
  assert.deepEqual(
    names.filter((name) => !tools[name]),
    [],
  );
});

test("the server starts with a handler for every tool", () => {
  assert.ok(createApp(memoryState(), createUpstream({ url: "http://127.0.0.1:9/mcp" })));
});
