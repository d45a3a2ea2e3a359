import { configOfManyBut } from "../../tooling/vitest.ts";

export default configOfManyBut({
  // Sets the providers of OpenTelemetry, of which a process has one.
  telemetry: ["test/traced.test.ts"],
});
