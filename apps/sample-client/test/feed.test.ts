import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifest } from "@backoffice/client";
import { createGuard } from "@proviso/client";
import { afterAll, expect, test } from "vitest";
import { createFeed } from "../src/session/feed.ts";
import { anna, done, fakeServer } from "./fake-backoffice.ts";

const folder = mkdtempSync(join(tmpdir(), "backoffice-feed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the feed goes to a file, a line for each step, without arguments and results", async () => {
  const path = join(folder, "feed.jsonl");
  const server = fakeServer(() => done(anna));
  const guard = createGuard(server, { manifest, onActivity: createFeed(path) });
  await guard.call("customers.get", { customerId: "cus_0001" });
  await guard.call("users.delete", { userId: "usr_0001" });
  const text = readFileSync(path, "utf8");
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
    "decided",
    "called",
    "completed",
    "decided",
    "refused",
  ]);
  expect(text).not.toMatch(/Anna|cus_0001|usr_0001/);
});
