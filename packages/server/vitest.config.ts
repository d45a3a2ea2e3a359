import { config } from "../../tooling/vitest.ts";

export default config;
