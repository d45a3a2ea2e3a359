import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import type { ViteUserConfig } from "vitest/config";
import { config } from "../vitest.ts";

/** Where the bench runs Stryker: `node_modules` of the copy lead back there, to packages without mutants. */
const original = process.env.MUTANTS_ROOT;

/** The packages of the copy, for tests that import another package by its name. */
const packagesOfCopy: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "packages-of-the-copy",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (original === undefined || !source.startsWith("@proviso/")) return undefined;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (!found || !found.id.startsWith(join(original, "packages/"))) return found;
    const copied = join(process.cwd(), relative(original, found.id));
    return existsSync(copied) ? { ...found, id: copied } : found;
  },
};

/** The tests that the bench names, from the root of the repository, in the process of the mutants. */
const mutants: ViteUserConfig = {
  // A test that waits without end keeps its place, and Stryker gives all tests one.
  plugins: [
    packagesOfCopy,
    { name: "places", configureVitest: ({ project }) => void (project.config.maxConcurrency = 100) },
  ],
  resolve: config.resolve,
  ssr: config.ssr,
  root: process.cwd(),
  test: {
    setupFiles: ["load-first.ts", "bound-waits.ts"].map((name) => join(import.meta.dirname, name)),
    include: (process.env.MUTANTS_TESTS ?? "").split(" "),
    // A mutant loads the sources once for all files.
    isolate: false,
    // Longer than Stryker waits, so that what takes too long counts as timed out, not as killed.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
};

export default mutants;
