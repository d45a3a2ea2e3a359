import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findPostgres, packagedPrograms } from "../src/find-postgres.ts";
import { startCluster } from "../src/cluster.ts";

test("PostgreSQL starts from a checkout below a folder that only its owner may enter", async () => {
  const owned = mkdtempSync(join(tmpdir(), "proviso-private-"));
  onTestFinished(() => rmSync(owned, { recursive: true }));
  chmodSync(owned, 0o700);
  const copies = packagedPrograms().map((folder, index) => {
    const copy = join(owned, String(index));
    mkdirSync(copy);
    cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, basename(folder));
  });
  const cluster = await startCluster({ programs: copies });
  onTestFinished(() => cluster.remove());
  expect(await cluster.createDatabase()).toContain("postgresql://");
});

test("an error says what to install where there is no PostgreSQL", () =>
  expect(() => findPostgres("", [])).toThrow(/pnpm install.*apt-get install postgresql/s));
