import { config } from "../vitest.ts";

export default { ...config, test: { ...config.test, maxConcurrency: 2 } };
