import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryState } from "@proviso/server";
import { createApp } from "../app.ts";
import { toolNames } from "../generated/schemas/index.ts";
import { createHttpApi } from "../http-api.ts";
import { operations } from "../operations.ts";

test("every tool has an operation", () => {
  const tools = Object.values(toolNames).flatMap((methods) => Object.values(methods));
  assert.deepEqual(
    tools.filter((tool) => !operations[tool]),
    [],
  );
});

test("the server starts with a handler for every tool", () => {
  assert.ok(createApp(memoryState(), createHttpApi({ baseUrl: "http://127.0.0.1:9" })));
});
