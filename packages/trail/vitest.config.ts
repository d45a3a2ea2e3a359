import { configOfManyBut } from "../../tooling/vitest.ts";

export default configOfManyBut({
  // Each replaces a module of Node.js, which the sources of other tests may have loaded already.
  mocked: ["test/audit/head-file.test.ts", "test/stores/slow-disk.test.ts"],
  // Sets the providers of OpenTelemetry, of which a process has one.
  telemetry: ["test/audit/copies.test.ts"],
  // A history is repeated exactly, which what other files have left running would disturb.
  simulated: ["test/simulation/*.test.ts"],
});
