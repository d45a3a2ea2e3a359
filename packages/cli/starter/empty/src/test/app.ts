import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryState } from "@proviso/server";
import { createApp } from "../app.ts";

test("the server starts with a handler for every tool", async () => {
  const app = createApp(memoryState());
  assert.ok(await app.ready());
});
