import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";

/** The condition in `exports` and `imports` of our packages that selects their sources, for tests. */
const condition = "@proviso/source";

/** For processes that tests start; by default it would be in the temp folder. */
const inModules = fileURLToPath(new URL("../node_modules/.cache/node-compile-cache", import.meta.url));

const isLong = process.argv.includes(".long.test.ts");
const { PROVISO_FUZZ_TIMES: times = "1", PROVISO_FUZZ_SEED: seed = "0" } = process.env;
const { NODE_COMPILE_CACHE = inModules } = process.env;

/** For `./x bench random`: random tests try many times what they state, with other seeds. */
const moreRuns: NonNullable<ViteUserConfig["plugins"]>[number] = {
  // What Vitest keeps of a transformed file is found by this name.
  name: `more-runs ${times} ${seed}`,
  enforce: "pre",
  transform: (code, id) =>
    /\/test\/.*\.ts$/.test(id)
      ? code
          .replaceAll(/\bnumRuns: ([\d_]+)/g, `numRuns: ${times} * $1`)
          .replaceAll(/\bseed: ([\d_]+)/g, `seed: ${seed} + $1`)
      : undefined,
};

/** What Vitest keeps of a transformed source depends on this file and not on a package's, so that all packages share it. */
const sharedSources: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "shared-sources",
  configResolved: ({ configFileDependencies: files }) =>
    void files.splice(0, files.length, fileURLToPath(import.meta.url)),
};

/** The configuration of every package's tests. */
export const config: ViteUserConfig = {
  // One for all packages: what is kept of a source that Vite has read depends on it.
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [sharedSources, times !== "1" && moreRuns],
  resolve: { conditions: [condition] },
  ssr: { resolve: { conditions: [condition] } },
  test: {
    dir: process.cwd(),
    include: ["test/**/*.test.ts"],
    // By default one core is left free, which is half of two.
    maxWorkers: "100%",
    // Ends what hangs. What takes ten seconds on a quiet machine took five minutes on a busy one; a test states no limit of its own.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
    reporters: ["default", "json"],
    outputFile: { json: resolve(`reports/${isLong ? "long" : "vitest"}.json`) },
    globalSetup: fileURLToPath(new URL("own-temp-folder.ts", import.meta.url)),
    execArgv: [`--conditions=${condition}`],
    // Whether texts are coloured does not depend on where the tests run.
    env: { NODE_OPTIONS: `--conditions=${condition}`, NODE_COMPILE_CACHE, NO_COLOR: "1" },
  },
};

/** Runs many files in one process, which loads the sources once. */
export const configOfMany: ViteUserConfig = { ...config, test: { ...config.test, isolate: false } };

/** Runs many files in one process, except the given files, which are named by the reason and get a process each. */
export function configOfManyBut(alone: Readonly<Record<string, readonly string[]>>): ViteUserConfig {
  const { include, ...test } = { include: [], ...configOfMany.test };
  // What the command line excludes does not reach projects by itself.
  const excluded = process.argv.filter((_, at, given) => given[at - 1] === "--exclude");
  const exclude = ["**/node_modules/**", ...excluded, ...Object.values(alone).flat()];
  const projects = [
    { extends: true as const, test: { name: "together", include, exclude } },
    ...Object.entries(alone).map(([name, files]) => ({
      extends: true as const,
      test: { name, isolate: true, include: [...files] },
    })),
  ];
  return { ...config, test: { ...test, projects } };
}
