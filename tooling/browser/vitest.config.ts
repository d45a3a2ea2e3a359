import { defineConfig } from "vitest/config";

// Work that takes a second may take twenty on a busy machine; a test that hangs still fails.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
