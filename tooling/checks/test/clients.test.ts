import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../src/workspace.ts";

/** Nothing listens on port 9. */
const nowhere = "http://127.0.0.1:9";

function check(ci: string, expected: { readonly status: number; readonly says: string }): void {
  const folder = mkdtempSync(join(tmpdir(), "proviso-clients-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ["clients.mjs", "drivers/package.json", "drivers/pnpm-lock.yaml"])
    cpSync(join(root, "tooling/clients", file), join(folder, file));
  writeFileSync(join(folder, "package.json"), '{ "scripts": { "clients": "echo ran" } }');
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "clients.mjs")], {
    encoding: "utf8",
    env: {
      ...process.env,
      CI: ci,
      pnpm_config_registry: nowhere,
      pnpm_config_fetch_retries: "0",
      pnpm_config_store_dir: join(folder, "store"),
      pnpm_config_cache_dir: join(folder, "cache"),
    },
  });
  expect([status, stderr]).toEqual([expected.status, expect.stringContaining(expected.says)]);
}

it("skips the clients of others where the registry cannot be reached, and says how to install them", () =>
  check("", { status: 0, says: "skipped, because the npm registry cannot be reached; run `./x clients`" }));

it("fails without them in CI", () =>
  check("true", { status: 1, says: "could not install tooling/clients/drivers" }));
