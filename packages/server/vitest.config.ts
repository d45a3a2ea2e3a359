import { configOfManyBut } from "../../tooling/vitest.ts";

export default configOfManyBut({
  // Each sets the providers of OpenTelemetry, of which a process has one.
  telemetry: ["test/metrics.test.ts", "test/traced.test.ts"],
});
