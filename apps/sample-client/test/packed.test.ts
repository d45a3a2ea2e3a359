import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "backoffice-packed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = new URL("../../../", import.meta.url);

/** The sample's tools from the examples of seed 001 under "Forbidden for AI". */
const forbidden = [
  "read_private_key",
  "read_password",
  "read_raw_access_token",
  "disable_log",
  "export_full_database_without_approval",
];

test("the contracts hold forbidden tools that could leak", () => {
  const contracts = new URL("contracts/", root);
  const text = readdirSync(contracts).map((name) => readFileSync(new URL(name, contracts), "utf8"));
  for (const name of forbidden) expect(text.join("\n")).toContain(name);
});

test.each([
  ["client", ["dist/index.js.map"]],
  ["schemas", ["dist/customers.js.map", "manifest/customers.json", "tools/customers.get.json", "agent.json"]],
])("001: what an agent must not find is nowhere in the packed %s", (side, files) => {
  const cwd = new URL(`packages/generated/${side}/`, root);
  execFileSync("pnpm", ["pack", "--pack-destination", folder], { cwd, stdio: "pipe" });
  const name = readdirSync(folder).find((each) => each.includes(side)) ?? "";
  const text = gunzipSync(readFileSync(join(folder, name)))
    .toString("latin1")
    .toLowerCase();
  for (const file of files) expect(text).toContain(`package/${file}`);
  for (const tool of forbidden)
    for (const form of [tool, tool.replaceAll("_", ""), tool.replaceAll("_", " ")])
      expect(text).not.toContain(form);
});
