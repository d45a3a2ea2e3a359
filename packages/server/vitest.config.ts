import { config } from "../../tooling/vitest.ts";

/** The longest suite runs alone at the end, so it may use two cores: by default one is left free. */
export default { ...config, test: { ...config.test, maxWorkers: 2 } };
