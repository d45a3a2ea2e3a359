import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packages, root } from "../src/workspace.ts";

const published = packages().filter((entry) => entry.folder.startsWith("packages/") && !entry.isPrivate);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proviso-packs-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function pack(from: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("pnpm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(root, from),
  });
  const { files } = JSON.parse(stdout) as { files: readonly { path: string }[] };
  return files.map((file) => file.path);
}

/** All paths in an `exports` map. */
function targets(exports: unknown): string[] {
  if (typeof exports === "string")
    return exports.startsWith("./") && !exports.includes("*") ? [exports.slice(2)] : [];
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : [];
}

describe("every published package", () => {
  it.each(published)(
    "$name packs a README, the licence and all that it exports",
    { timeout: 30_000 },
    async ({ folder: from }) => {
      const manifest = JSON.parse(await readFile(join(root, from, "package.json"), "utf8"));
      const files = await pack(from);
      expect(manifest).toMatchObject({ license: "Apache-2.0", publishConfig: { access: "public" } });
      expect(manifest.scripts?.install ?? manifest.scripts?.postinstall).toBeUndefined();
      expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", ...targets(manifest.exports)]));
      // A new project gets its own test from `starter/`.
      expect(
        files.filter((path) => /tsbuildinfo|^(?!starter\/)(.*\/)?(test|node_modules|reports)\//.test(path)),
      ).toEqual([]);
    },
  );
});
