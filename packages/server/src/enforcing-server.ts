import type { EnforcingServerOptions } from "./options.ts";
import type { EnforcingServer } from "./outcome.ts";

/** Prepares every tool of the manifest once, and returns the one gate to their handlers. */
export function createEnforcingServer<Ports>(options: EnforcingServerOptions<Ports>): EnforcingServer {
  throw new Error(`not written yet: ${options.manifest.product}`);
}
