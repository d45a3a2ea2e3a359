import process from "node:process";
import type { ViteUserConfig } from "vitest/config";
import { config } from "../vitest.ts";

/** The tests that the bench names, from the root of the repository, in the process of the mutants. */
const mutants: ViteUserConfig = {
  resolve: config.resolve,
  ssr: config.ssr,
  root: process.cwd(),
  test: {
    include: (process.env.MUTANTS_TESTS ?? "").split(" "),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
};

export default mutants;
