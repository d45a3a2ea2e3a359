import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readHolders } from "../src/project/read-holders.ts";
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

test("who holds what is read from YAML and JSON, and a file without it is refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proviso-holders-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const read = async (text: string): Promise<unknown> => {
    await writeFile(join(folder, "holders.yaml"), text);
    return readHolders(join(folder, "holders.yaml"), new Set(["notes:read"])).catch(String);
  };
  const held = { "eve\\u{202e}": ["notes:read", "other:write"] };
  expect(await read('"eve\\u202e": [notes:read, other:write]\n')).toEqual(held);
  expect(await read(JSON.stringify({ "eve\u202e": ["notes:read", "other:write"] }))).toEqual(held);
  const refused = /must have the permissions of each person or role, such as `mia: \[customers:read\]`/;
  expect(await read("- notes:read\n")).toMatch(refused);
  expect(await read("mia: notes:read\n")).toMatch(refused);
  expect(await read("mia: [other:write]\n")).toMatch(
    /names no permission of these contracts, such as `notes:read`/,
  );
});
