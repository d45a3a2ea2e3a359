import { fileURLToPath } from "node:url";

/** What the bench adds: the files to mutate, and where the report goes. The tests are in MUTANTS_TESTS. */
export function strykerConfig({ files, report, concurrency, tempDir }) {
  return {
    testRunner: "vitest",
    plugins: [
      "@stryker-mutator/vitest-runner",
      fileURLToPath(new URL("ignore-sentences.mjs", import.meta.url)),
    ],
    vitest: { configFile: "tooling/mutants/vitest.config.ts", related: false },
    mutate: files,
    // What the sandbox, a copy of the repository, does without.
    ignorePatterns: [
      "/*",
      "!/packages",
      "!/apps",
      "!/tooling",
      "!/package.json",
      "!/proviso.lock",
      "!/tsconfig*.json",
      "dist",
      "/apps/*/dist",
      "/packages/{cli,compiler,emitters,site}/test",
    ],
    ignorers: ["sentences"],
    coverageAnalysis: "perTest",
    concurrency,
    incremental: true,
    incrementalFile: `${report}.incremental.json`,
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: `${report}.json` },
    tempDirName: tempDir,
    warnings: false,
    logLevel: "warn",
    // For loops that keep the event loop busy: `bound-waits.ts` ends other waits.
    timeoutMS: 60_000,
    timeoutFactor: 2,
  };
}
