import { config } from "../vitest.ts";

export default config;
