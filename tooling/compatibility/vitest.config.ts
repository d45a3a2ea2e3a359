import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";
import { configOfMany as common } from "../vitest.ts";

/** Packages that an older state of this repository generated. */
const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));

const config: ViteUserConfig = {
  ...common,
  resolve: {
    ...common.resolve,
    alias: [{ find: /^@(before-[a-z-]+)\/(\w+)$/, replacement: `${fixtures}$1/$2/src/index.ts` }],
  },
};

export default config;
