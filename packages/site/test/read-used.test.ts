import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readUsed } from "../src/project/read-used.ts";

test("the id of a caller cannot turn the text of the page around", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proviso-used-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sums = { calls: 1, lastCalled: "2026-11-21T12:00:00.000Z", refused: 0, approved: 0, denied: 0 };
  const tools = [{ tool: "notes.create", ...sums, by: [{ id: "eve\u202e", calls: 1 }] }];
  await writeFile(join(folder, "use.json"), JSON.stringify({ format: 1, tools }));
  const used = await readUsed(join(folder, "use.json"));
  expect(used["notes.create"]?.by).toEqual([{ id: String.raw`eve\u{202e}`, calls: 1 }]);
});
