// What only some tests need. Without a browser they are skipped, and fail in CI; without PostgreSQL they fail.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres } from "./postgres/src/find-postgres.ts";
import { advice, installedChromium, packagedChromium } from "./browser/src/find-chromium.ts";
import { report } from "./doctor.mjs";

interface Finding {
  readonly name: string;
  readonly found?: string | undefined;
  readonly advice?: string;
}

async function findBrowser(): Promise<Finding> {
  const found = installedChromium() ?? (await packagedChromium());
  return { name: "a browser", found: found?.executablePath, advice };
}

function findDatabase(): Finding {
  const home = mkdtempSync(join(tmpdir(), "proviso-doctor-"));
  chmodSync(home, 0o755);
  try {
    return { name: "PostgreSQL", found: findPostgres(home).folder };
  } catch (error) {
    return { name: "PostgreSQL", advice: String(error) };
  } finally {
    rmSync(home, { recursive: true });
  }
}

process.exitCode = report([await findBrowser(), findDatabase()]) ? 0 : 1;
